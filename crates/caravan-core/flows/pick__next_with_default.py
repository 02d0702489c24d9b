# `next` over a filter with a default.
#! case precision
#! untrusted u = "b c"
#! child child = "done"
#! cfi label found data=trusted control=untrusted bits<=5
#! cfi gate child#1 allow
u = get_variable("u")
found = next((w for w in ["a", "b", "c"] if w in u), "none")
child(f"Take {found}")
