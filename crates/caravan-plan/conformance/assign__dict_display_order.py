# In a dict display a later equal key wins but keeps the first place.
d = {"a": 1, "b": 2, "a": 3}
print(d)
e = {1: "int", 1.0: "float", True: "bool"}
print(e)
