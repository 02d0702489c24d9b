# {x=} prints the expression and its repr.
x = 3
s = "a"
print(f"{x=}", f"{s=}", f"{x + 1=}", f"{x = }", f"{s=!s}", f"{x=:>4}|")
print(f"{len(s)=}", f"{1.5=:.2f}")
