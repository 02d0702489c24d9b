# A function defined anew at each call.
def outer(n):
    def square():
        return n * n

    def cube():
        return square() * n

    return square() + cube()

print(outer(2), outer(3))
