# The text of a container tells its order and length, though each part is trusted.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label a control=untrusted bits>=1
#! cfi label b control=untrusted bits>=1
#! cfi label c control=untrusted bits>=1
#! cfi label d control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
import json
xs = ["x"]
if get_variable("u") == "yes":
    xs.append("y")
a = str(xs)
b = json.dumps(xs)
c = xs == ["x"]
d = "y" in xs
child(a)
