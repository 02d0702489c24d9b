# An attribute of a class, written in an arm that may not run.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
class Settings:
    mode = "a"

if get_variable("u") == "yes":
    Settings.mode = "b"
m = Settings.mode
child(m)
