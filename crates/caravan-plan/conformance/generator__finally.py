# finally in a generator runs when it ends.
def lines():
    try:
        yield "a"
        yield "b"
    finally:
        print("closed")

for line in lines():
    print(line)
print("after")
