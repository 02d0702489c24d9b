# else runs without an exception, finally always.
def run(x):
    try:
        print("try", 10 / x)
    except ZeroDivisionError:
        print("except")
    else:
        print("else")
    finally:
        print("finally")

run(2)
run(0)
