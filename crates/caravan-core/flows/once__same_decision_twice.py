# The same decision behind two parts of a message counts once.
#! case precision
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 1
#! cfi gate child#1 allow bits>=1 bits<=1
word = "a" if get_variable("u") == "yes" else "b"
child(word + " and " + word)
