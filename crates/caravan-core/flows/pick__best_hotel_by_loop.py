# The best of the user's own five hotels by untrusted ratings: by a loop.
#! case precision
#! untrusted u = {"Alba": 3.1, "Bo": 4.5, "Cava": 4.7, "Dune": 2.0, "Elm": 4.6}
#! child child = "done"
#! cfi label best data=trusted control=untrusted bits>=2.3 bits<=5
#! cfi gate child#1 allow
#! cfi message child#1 = "Reserve Cava"
#! noninterference gate child#1 deny because=control
ratings = get_variable("u")
best = ""
best_rating = 0
for hotel in ["Alba", "Bo", "Cava", "Dune", "Elm"]:
    if ratings[hotel] > best_rating:
        best = hotel
        best_rating = ratings[hotel]
child(f"Reserve {best}")
