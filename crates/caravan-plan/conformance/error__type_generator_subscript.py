# Subscripting a generator.
squares = (n * n for n in range(5))
print(next(squares))
print(squares[1])
print("never")
