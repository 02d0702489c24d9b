# A bare name captures anything.
match 42:
    case n:
        print("captured", n)
print(n)
match [1, 2]:
    case x:
        print(x)
