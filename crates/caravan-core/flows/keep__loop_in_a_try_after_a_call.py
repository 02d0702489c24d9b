# A loop over what a tool gave, in a `try` that has asked a tool before: the loop's own iterator is nothing older.
#! case precision
#! untrusted u = ["a", "b"] | ["c"]
#! tool fetch = "more"
#! child child = "done"
#! all ends value
#! all gate child#1 allow
seen = []
try:
    more = fetch()
    for row in get_variable("u"):
        seen.append(row)
    for place, row in enumerate(get_variable("u")):
        for pair in zip(row, more):
            print(place, pair)
except ValueError:
    seen = []
child("Go on.")
