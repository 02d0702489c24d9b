# A dictionary whose keys are picked by untrusted data, gone through.
#! case counted
#! untrusted u = every 5 of "ab"
#! child child = "done"
u = get_variable("u")
d = {}
for k in range(5):
    if u[k] == "a":
        d[str(k)] = 1
s = ""
for key in d:
    s += key
child(s)
