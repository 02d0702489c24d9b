# A plain mistake after a `return` that was not taken, in the same function.
#! case attack
#! untrusted u = "no"
#! cfi error untrusted ZeroDivisionError
def work(text):
    if text == "yes":
        return
    1 / 0

work(get_variable("u"))
