# Out of a list of the plan: by index, by slice, by a negative index, by iteration.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all label last data=untrusted
#! all label first data=trusted control=trusted
#! all gate child#1 deny because=data
xs = ["a", get_variable("u")]
first = xs[0]
a = xs[1]
b = xs[1:]
c = xs[-1]
for last in xs:
    pass
child(a)
