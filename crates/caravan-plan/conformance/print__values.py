# print of several types, nested quotes included.
print(1, 1.0, "s", None, True, [1, "s"], {"k": ("v",)}, sep=" / ")
print()
print("")
print([], {}, (), set(), "", [""], sep=",")
print("a\nb", ["a\nb"])
