# `yield` inside an untrusted region is refused.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi ends refused
def words(text):
    if text == "yes":
        yield "a"
    yield "b"

child(next(words(get_variable("u"))))
