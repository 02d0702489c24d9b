# A list sorted in place, appended to, and read.
#! case counted
#! untrusted u = every 4 of "abcd"
#! child child = "done"
u = get_variable("u")
row = [0, 1, 2, 3]
row.sort(key=lambda k: u[k])
first = row[0]
row.append(9)
child(f"{first} {row[1]}")
