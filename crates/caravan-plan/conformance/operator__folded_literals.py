# What is written with literals alone has the same value as what is computed.
one, two, text = 1, 2, "ab"
print(1 + 2, one + two, 1 - 2, one - two, 3 * 4, 2 * 3 + 1)
print("ab" * 3, text * 3, repr("ab" * 0), "ab" * 2 + "c")
print(-5, - 5, -0.0, -5 // 2, -7 % 3, 2 - -2, --3, abs(-1))
print(9223372036854775807 + 1, -9223372036854775808, -9223372036854775807 - 1, 4611686018427387904 * 2)
print(f"{'x' * 3}|{'-' * 5:>8}|{1 + 1}")
print([10, 20, 30][-1], (1, 2)[1 - 2], "abc"[-2], {-1: "minus"}[-1])
print(True + 1, 1 + True, 1.5 + 1, 1 + 1.5, 2 / 4, 7 // 2, 2 ** 10, "ab" * True)
for wrong in (lambda: 1 + "a", lambda: "a" - 1, lambda: 1 // 0, lambda: "a" * 1.5):
    try:
        wrong()
    except Exception as error:
        print(type(error).__name__, error)
