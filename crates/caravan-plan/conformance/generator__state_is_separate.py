# Each call makes an independent generator.
def abc():
    yield from "abc"

a, b = abc(), abc()
print(next(a), next(a), next(b), next(a), next(b))
