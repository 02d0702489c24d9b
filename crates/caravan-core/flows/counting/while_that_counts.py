# A `while` that counts up to an untrusted number.
#! case counted
#! untrusted u = every 1 of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]
#! child child = "done"
u = get_variable("u")[0]
i = 0
while i < u:
    i += 1
child(str(i))
