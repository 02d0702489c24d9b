# Long chains of methods.
print(" A,b;C ".strip().lower().replace(";", ",").split(","))
print("x=1;y=2".replace("=", ":").title())
print("abc".upper().center(9, "*").lower())
print("a b c".split()[1].upper() + "!" * 2)
print(("a" "b").join("xy"))
