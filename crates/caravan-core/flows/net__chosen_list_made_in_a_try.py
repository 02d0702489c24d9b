# A list that the `try` made and untrusted data chose is changed while it stands among the operands.
#! case attack
#! untrusted u = "0" | "1"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny
#! noninterference gate child#1 deny
lengths = ""
try:
    both = [[], []]
    both[int(get_variable("u"))].append(int(get_variable("u")))
    lengths = str(len(both[0]))
except ValueError:
    pass
child(lengths)
