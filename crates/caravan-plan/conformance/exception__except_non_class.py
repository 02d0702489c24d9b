# An except clause with something that is no exception class.
try:
    try:
        1 / 0
    except "text":
        print("never")
except TypeError as e:
    print(e)
