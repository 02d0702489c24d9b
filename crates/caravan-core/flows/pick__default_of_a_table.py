# A look-up with a default: one of four words.
#! case precision
#! untrusted u = "b" | "zzz"
#! child child = "done"
#! cfi gate child#1 allow bits<=2.33
word = {"a": "one", "b": "two", "c": "three"}.get(get_variable("u"), "other")
child(word)
