# A generator over variables of its enclosing function.
def make(prefix):
    def gen(n):
        for i in range(n):
            yield f"{prefix}{i}"
    return gen

a = make("a")
print(list(a(3)), list(make("b")(2)))
