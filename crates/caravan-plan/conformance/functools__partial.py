# partial fixes arguments.
from functools import partial

def send(to, subject, urgent=False):
    return (to, subject, urgent)

f = partial(send, "ann", urgent=True)
print(f("hi"), f("x", urgent=False), partial(send, subject="s")("bob"), list(map(partial(pow, 2), [1, 2, 3])))
print(partial(int, base=2)("101"), f.args, f.keywords, partial(f, "late")())
