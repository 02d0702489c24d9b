# Each method that changes a container, in an arm that may not run.
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
#! cfi label g control=untrusted bits>=1
#! cfi label h control=untrusted bits>=1
#! cfi label i control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
words = ["b", "a"]
popped = ["x", "y"]
cleared = ["x"]
turned = ["x", "y"]
table = {}
merged = {}
members = set()
cut = ["x", "y"]
put = ["x", "y"]
if get_variable("u") == "yes":
    words.sort()
    popped.pop(0)
    cleared.clear()
    turned.reverse()
    table.setdefault("k", "v")
    merged.update(k="v")
    members.add("x")
    del cut[0]
    put[0:1] = []
a = words[0]
b = popped[0]
c = len(cleared)
d = turned[0]
e = "k" in table
f = list(merged)
g = bool(members)
h = cut[0]
i = put[0]
child(a)
