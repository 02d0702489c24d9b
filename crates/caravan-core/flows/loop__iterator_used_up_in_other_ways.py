# Everything that uses up an iterator: unpacking, membership, a star, a comprehension, an argument that is no name.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label a control=untrusted bits>=1
#! cfi label b control=untrusted bits>=1
#! cfi label c control=untrusted bits>=1
#! cfi label d control=untrusted bits>=1
#! cfi label e control=untrusted bits>=1
#! cfi label f control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
unpacked = iter(["x", "y"])
searched = iter(["x", "y"])
starred = iter(["x", "y"])
comprehended = iter(["x", "y"])
box = {"it": iter(["x", "y"])}
looped = iter(["x", "y"])
if get_variable("u") == "yes":
    _, _ = unpacked
    "x" in searched
    [*starred]
    [x for x in comprehended]
    list(box["it"])
    for x in looped:
        pass
a = next(unpacked, "end")
b = next(searched, "end")
c = next(starred, "end")
d = next(comprehended, "end")
e = next(box["it"], "end")
f = next(looped, "end")
child(a)
