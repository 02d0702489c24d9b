# format() with and without a specification.
print(format(5), format("a", ">4"), format(3.14159, ".2f"))
print(format(255, "x"), format(1234567, ","))
print(format(True), format(None), format([1]))
print(format(0.5, "%"), format(-3, "=+6"))
print(format("a", ""), format(1.0, ""), format(7, "b"))
