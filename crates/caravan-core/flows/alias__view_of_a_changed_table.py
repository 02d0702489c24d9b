# A method picked out of a list may change any table; a view made afterwards shows one that is older.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
table = {"a": 1, "b": 2}
change = [table.pop, table.get][0]
if get_variable("u") == "yes":
    change("a")
child("-".join(name for name in table.keys()))
