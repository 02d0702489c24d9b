# What a plan gives its own classes outside of branches stays the plan's.
#! case precision
#! untrusted flag = true | false
#! child billing trusted = 1
#! budget 0
#! cfi,noninterference gate billing#* allow
class Seen:
    count = 0
class Below(Seen):
    pass
Seen.x = "a"
text = str(get_variable("flag"))
try:
    said = Below().x
except AttributeError:
    said = "none"
billing(said if hasattr(Seen, "count") else "none")
