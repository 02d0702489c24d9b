# A number looked for in a string.
code = "a5"
print("5" in code)
print(5 in code)
print("never")
