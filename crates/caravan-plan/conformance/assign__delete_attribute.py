# del removes an attribute from an instance.
class Note:
    def __init__(self):
        self.text = "hi"

n = Note()
print(hasattr(n, "text"))
del n.text
print(hasattr(n, "text"))
try:
    n.text
except AttributeError as e:
    print(e)
