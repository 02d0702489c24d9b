# `continue` in a `while`, over what would have been counted.
#! case attack
#! untrusted n = 1 | 7
#! child child = "done"
#! budget 0
#! cfi label count control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
n = get_variable("n")
i = 0
count = 0
while i < 3:
    i += 1
    if i == n:
        continue
    count += 1
child(str(count))
