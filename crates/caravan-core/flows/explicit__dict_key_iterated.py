# A dictionary whose keys are untrusted, iterated.
#! case attack
#! untrusted u = "alpha beta"
#! child child = "done"
#! all label key data=untrusted
#! all gate child#1 deny because=data
d = {word: 1 for word in get_variable("u").split()}
key = next(iter(d))
for k in d:
    child(k)
