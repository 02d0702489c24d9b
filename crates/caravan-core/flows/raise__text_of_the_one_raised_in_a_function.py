# A function raises or returns; the text of the exception tells which.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny
#! noninterference gate child#1 deny
def check(word):
    if word == "yes":
        raise ValueError("a")

try:
    check(get_variable("u"))
    raise ValueError("b")
except ValueError as e:
    child(str(e))
