# A clause that does not match lets the exception through.
try:
    int("x")
except KeyError:
    print("wrong")
except (TypeError, IndexError):
    print("wrong too")
finally:
    print("finally")
