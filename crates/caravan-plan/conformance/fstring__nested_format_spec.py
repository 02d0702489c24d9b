# Expressions inside the format specification.
w, p, v = 10, 3, 3.14159
print(f"[{v:{w}.{p}f}]", f"[{v:{w}}]", f"[{'x':{'*'}^{w}}]", f"[{v:.{p - 1}f}]")
for align in "<^>":
    print(f"[{'mid':{align}7}]")
