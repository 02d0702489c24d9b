# A raise without a message shows the bare name.
def f(x):
    if x < 0:
        raise ValueError
    return x

print(f(1))
f(-1)
