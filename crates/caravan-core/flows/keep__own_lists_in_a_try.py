# What a `try` makes itself may be changed there, though its guards grew while it was made.
#! case precision
#! untrusted u = ["a", "b"] | ["c"]
#! tool fetch = "more"
#! child child = "done"
#! all ends value
#! all gate child#1 allow
try:
    fetch()
    rows = [row + "!" for row in get_variable("u")]
    rows.append("x")
    all_of = sorted(get_variable("u"))
    all_of.reverse()
    by = {row: 1 for row in get_variable("u")}
    by["x"] = 2
except ValueError:
    rows = []
child("Go on.")
