# A trusted tool keeps what it was given in a round.
#! case attack
#! untrusted n = 7
#! tool keep trusted effect reads= writes=box = "ok"
#! tool kept trusted reads=box = "7"
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=16.6
n = get_variable("n")
for i in range(100000):
    if i == n:
        keep(str(i))
        child(kept())
