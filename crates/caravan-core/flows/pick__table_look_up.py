# A look-up in a table of the plan costs log2(1 + n) and no more.
#! case precision
#! untrusted u = "b"
#! child child = "done"
#! cfi label word data=trusted control=untrusted bits>=1.58 bits<=2
#! cfi gate child#1 allow bits<=2
TABLE = {"a": "one", "b": "two", "c": "three"}
word = TABLE[get_variable("u")]
child(word)
