# Raising something else is a TypeError.
try:
    raise "text"
except TypeError as e:
    print(e)
try:
    raise 5
except TypeError as e:
    print(e)
