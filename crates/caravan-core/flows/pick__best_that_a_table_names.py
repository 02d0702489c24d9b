# Where a loop also gives a looked-up value, its guards are charged, and a little more.
#! case precision
#! untrusted u = "abab"
#! child child = "done"
#! cfi label word data=trusted control=untrusted bits>=4 bits<=9
#! cfi gate child#1 allow
TABLE = {"a": "one", "b": "two"}
u = get_variable("u")
word = "none"
for k in range(4):
    if u[k] == "a":
        word = TABLE[u[0]]
child(f"Take {word}")
