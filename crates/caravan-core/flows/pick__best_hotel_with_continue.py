# `if bad(h): continue` before `best = h`.
#! case precision
#! untrusted u = {"Alba": 3.1, "Bo": 4.5, "Cava": 4.7, "Dune": 2.0, "Elm": 4.6}
#! child child = "done"
#! cfi label best data=trusted control=untrusted bits>=2.3 bits<=16
#! cfi gate child#1 allow
#! cfi message child#1 = "Reserve Elm"
ratings = get_variable("u")

def bad(hotel):
    return ratings[hotel] < 4

best = ""
for h in ["Alba", "Bo", "Cava", "Dune", "Elm"]:
    if bad(h):
        continue
    best = h
child(f"Reserve {best}")
