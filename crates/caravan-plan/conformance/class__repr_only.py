# Without __str__, str uses __repr__.
class Q:
    def __repr__(self):
        return "<Q>"

print(Q(), str(Q()), f"{Q()}", [Q(), Q()])
print(f"{Q()!s:>6}|")
