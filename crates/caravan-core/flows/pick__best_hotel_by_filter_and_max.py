# By a filter and `max`.
#! case precision
#! untrusted u = {"Alba": 3.1, "Bo": 4.5, "Cava": 4.7, "Dune": 2.0, "Elm": 4.6}
#! child child = "done"
#! cfi label best data=trusted control=untrusted bits>=2.3 bits<=8
#! cfi gate child#1 allow
#! cfi message child#1 = "Reserve Cava"
ratings = get_variable("u")
good = [hotel for hotel in ["Alba", "Bo", "Cava", "Dune", "Elm"] if ratings[hotel] > 4]
best = max(good, key=lambda hotel: ratings[hotel])
child(f"Reserve {best}")
