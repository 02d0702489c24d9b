# Without __eq__, equality is identity.
class A:
    pass

a, b = A(), A()
print(a == a, a == b, a != b, a in [b], a in [a])
print(len({a, b, a}), {a: 1}.get(b))
