# nonlocal finds the nearest enclosing binding.
def outer():
    x = "outer"

    def middle():
        def inner():
            nonlocal x
            x = "inner"
        inner()
        return x

    return middle(), x

print(outer())
