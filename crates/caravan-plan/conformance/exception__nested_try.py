# Inner handlers see only what they name.
try:
    try:
        raise KeyError("k")
    except ValueError:
        print("wrong")
    finally:
        print("inner finally")
except KeyError as e:
    print("outer", e)
finally:
    print("outer finally")
