# A branch on a flag that one decision settled costs that decision, and not another.
#! case precision
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 1
#! cfi gate child#1 allow bits>=1 bits<=1
flag = False
if get_variable("u") == "yes":
    flag = True
word = "a" if flag else "b"
name = "Ann" if flag else "Bob"
child(f"{word} to {name}")
