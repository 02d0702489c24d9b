# An exception passes through frames, running each finally.
def a():
    try:
        b()
    finally:
        print("a")

def b():
    try:
        c()
    finally:
        print("b")

def c():
    raise RuntimeError("deep")

try:
    a()
except RuntimeError as e:
    print(e)
