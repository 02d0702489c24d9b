# A definition is a statement and may stand in a branch.
strict = True
if strict:
    def check(x):
        return x == "yes"
else:
    def check(x):
        return bool(x)
print(check("yes"), check(1))
