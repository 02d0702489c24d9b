# round without digits gives an int.
print(type(round(2.5)) is int, type(round(2.5, 0)) is float, round(2.5, 0), round(1e20), round(10 ** 25, -3))
for v in (float("nan"), float("inf")):
    try:
        round(v)
    except (ValueError, OverflowError) as e:
        print(e)
