# The classes of an except clause may come from a variable.
RETRY = (TimeoutError, ConnectionError)
for e in [TimeoutError("slow"), ConnectionError("down"), ValueError("bad")]:
    try:
        raise e
    except RETRY as err:
        print("retry", err)
    except Exception as err:
        print("give up", err)
