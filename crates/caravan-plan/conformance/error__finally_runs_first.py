# finally runs before the program ends with the exception.
def work():
    try:
        print("working")
        return [][0]
    finally:
        print("cleanup")

work()
