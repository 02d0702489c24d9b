# Brackets where a call was meant.
d = {"a": 1}
print(d.get("a"))
print(d.get["a"])
print("never")
