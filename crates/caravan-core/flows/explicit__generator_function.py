# Through a generator.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all gate child#1 deny because=data
u = get_variable("u")

def words():
    yield "x"
    yield u

def all_words():
    yield from words()

a = list(words())[1]
it = words()
next(it)
b = next(it)
c = list(all_words())[1]
child(b)
