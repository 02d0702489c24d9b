# assert raises AssertionError with its message.
assert 1 + 1 == 2
assert [1], "not empty"
try:
    assert 1 > 2, "one is not more than two"
except AssertionError as e:
    print("caught:", e)
try:
    assert []
except AssertionError as e:
    print(repr(e), str(e) == "")
