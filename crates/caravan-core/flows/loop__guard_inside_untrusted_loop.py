# A guard inside a loop of untrusted length is evaluated nobody knows how often.
#! case attack
#! untrusted u = "abcabc"
#! child child = "done"
#! cfi label s data=trusted control=untrusted bits>=unbounded
#! cfi gate child#1 deny because=budget
s = ""
for letter in get_variable("u"):
    if letter == "a":
        s += "a"
    elif letter == "b":
        s += "b"
    else:
        s += "c"
child(s)
