# The same, written out as functions.
#! case counted
#! untrusted u = every 3 of "abc"
#! child child = "done"
u = get_variable("u")

def last(s):
    child(s)

def second(s):
    if u[2] == "a":
        last(s + "a")
    elif u[2] == "b":
        last(s + "b")
    else:
        last(s + "c")

def first(s):
    if u[1] == "a":
        second(s + "a")
    elif u[1] == "b":
        second(s + "b")
    else:
        second(s + "c")

if u[0] == "a":
    first("a")
elif u[0] == "b":
    first("b")
else:
    first("c")
