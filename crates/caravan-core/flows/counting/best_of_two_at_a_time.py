# Two variables that a loop gives written values, told together.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
u = get_variable("u")
first = ""
last = ""
for k in range(5):
    if u[k] == "a":
        last = f"{k}"
        if first == "":
            first = f"{k}"
child(first + last)
