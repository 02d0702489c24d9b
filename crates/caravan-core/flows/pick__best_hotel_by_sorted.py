# By `sorted()[0]`: the same decision, not the whole order.
#! case precision
#! untrusted u = {"Alba": 3.1, "Bo": 4.5, "Cava": 4.7, "Dune": 2.0, "Elm": 4.6}
#! child child = "done"
#! cfi label best data=trusted control=untrusted bits>=2.3 bits<=2.59
#! cfi gate child#1 allow bits<=2.59
#! cfi message child#1 = "Reserve Cava"
ratings = get_variable("u")
best = sorted(["Alba", "Bo", "Cava", "Dune", "Elm"], key=lambda hotel: ratings[hotel], reverse=True)[0]
child(f"Reserve {best}")
