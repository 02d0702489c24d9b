# A callback that always fails tells whether it was called at all.
#! case attack
#! untrusted u = "a" | "c"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
u = get_variable("u")
kept = [name for name in ["a", "b"] if name == u]
x = "none"
try:
    list(map(lambda name: 1 // 0, kept))
    x = "went well"
except ZeroDivisionError:
    x = "failed"
child(x)
