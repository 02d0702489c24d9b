# A free variable read before its function bound it.
def outer():
    def inner():
        return zzz_value
    print(inner())
    zzz_value = 5

outer()
