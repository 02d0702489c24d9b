# Calling the result of a function that returns nothing.
def setup():
    print("setting up")

run = setup()
run()
