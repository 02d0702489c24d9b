# A loop gives a variable a written value in one arm and a looked-up one in the other.
#! case counted
#! untrusted u = every 4 of "abc"
#! child child = "done"
u = get_variable("u")
TABLE = {"a": "one", "b": "two", "c": "three"}
x = "none"
for k in range(2):
    if u[k] == "a":
        x = f"number {k}"
    elif u[k] == "b":
        x = TABLE[u[2]] + TABLE[u[3]]
child(x)
