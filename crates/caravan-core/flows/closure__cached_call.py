# A cached function runs once: whether it had run before is what the guard decided.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
from functools import cache
log = []

@cache
def work(word):
    log.append("x")
    return word

if get_variable("u") == "yes":
    work("a")
before = len(log)
work("a")
child("new" if len(log) > before else "old")
