# The walrus as an argument and inside a display.
print(max((a := 3), (b := 7)), a, b)
xs = [c := 1, c + 1, c + 2]
print(xs, c)
print(f"{(d := 4)} {d * 2}")
