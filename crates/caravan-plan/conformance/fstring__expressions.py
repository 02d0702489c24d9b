# Calls, conditionals, comprehensions, lambdas in brackets.
xs = [3, 1, 2]
print(f"{sum(xs)} {max(xs)} {sorted(xs)}", f"{[x * 2 for x in xs]}")
print(f"{'big' if len(xs) > 2 else 'small'} {(lambda x: x + 1)(5)} {xs[::-1]} {xs[0]:>3}")
print(f"{not xs} {xs and 'some'} {3 in xs} {1 < 2}")
