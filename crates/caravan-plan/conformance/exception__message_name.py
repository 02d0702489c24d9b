# Messages of unknown names.
try:
    zebra
except NameError as e:
    print(e)

def f():
    return quokka + 1

try:
    f()
except NameError as e:
    print(e)
