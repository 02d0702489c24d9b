# That a class of the plan has no such attribute is learnt by trying, as well as by asking.
#! case attack
#! untrusted flag = true | false
#! child billing trusted = 1
#! budget 0
#! cfi gate billing#1 deny because=budget
class Seen:
    pass
if get_variable("flag"):
    Seen.x = 1
said = "0"
try:
    Seen.x
    said = "1"
except AttributeError:
    said = "2"
billing(said)
