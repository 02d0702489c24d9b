# The message is written out; the round of the loop is in the name of a variable.
#! case attack
#! untrusted n = 7
#! child child = "done"
#! budget 8
#! cfi gate child#1 deny because=budget bits>=9.9
#! noninterference gate child#1 deny because=control
n = get_variable("n")
for i in range(1000):
    if i == n:
        child("Go on.", variables={f"number{i}": 1})
