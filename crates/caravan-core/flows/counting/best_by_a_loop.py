# The best of twenty by a loop: twenty-one texts.
#! case counted
#! untrusted u = every 3 of [1, 5, 8, 12]
#! child child = "done"
marks = get_variable("u")
best = "none"
most = 0
for k in range(20):
    if k in marks and k * 7 % 13 > most:
        best = f"number {k}"
        most = k * 7 % 13
child(best)
