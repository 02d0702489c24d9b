# What a loop gives in one and the same row of statements costs one decision, told together or apart.
#! case precision
#! untrusted u = [30, 41]
#! child child = "done"
#! cfi gate child#1 allow bits>=6.65 bits<=6.69
marks = get_variable("u")
best = "none"
price = 0
for k in range(100):
    if k in marks:
        best = f"number {k}"
        price = k * 3
child(f"Take {best} for {price}")
