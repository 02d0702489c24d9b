# The key asks an untrusted tool.
#! case precision
#! tool rating = 3 then 5 then 4
#! child child = "done"
#! cfi label best data=trusted control=untrusted bits<=2
#! cfi gate child#1 allow
#! cfi message child#1 = "Reserve Bo"
best = max(["Alba", "Bo", "Cava"], key=lambda hotel: rating(hotel))
child(f"Reserve {best}")
