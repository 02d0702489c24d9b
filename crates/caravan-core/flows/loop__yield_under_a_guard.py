# `yield` inside an untrusted region is refused.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi @1 ends refused
#! cfi @1 calls child 0
#! cfi @2 message child#1 = "b"
def words(text):
    if text == "yes":
        yield "a"
    yield "b"

child(next(words(get_variable("u"))))
