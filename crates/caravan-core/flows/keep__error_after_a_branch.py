# And one after an untrusted branch is over.
#! case precision
#! untrusted u = "yes" | "no"
#! all error trusted ZeroDivisionError
mood = "good"
if get_variable("u") == "yes":
    mood = "bad"
n = 3
n / 0
