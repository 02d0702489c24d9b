# Names of the class body are not in scope inside methods.
limit = "module"

class A:
    limit = "class"

    def get(self):
        return limit, self.limit, A.limit

print(A().get())
