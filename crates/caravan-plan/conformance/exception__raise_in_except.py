# A new exception raised while handling one replaces it.
try:
    try:
        [][1]
    except IndexError:
        {}["k"]
except KeyError as e:
    print("key", e)
except IndexError:
    print("index")
