# Which of two handlers ran.
#! case attack
#! untrusted n = 0 | 9
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
n = get_variable("n")
m = "neither"
try:
    1 / n
    ["x"][n]
except ZeroDivisionError:
    m = "zero"
except IndexError:
    m = "index"
child(m)
