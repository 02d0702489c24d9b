# Each of twenty letters is there or not; that one write gives a written value makes it no fewer.
#! case attack
#! untrusted u = "adhk"
#! child child = "done"
#! cfi gate child#1 deny because=budget
u = get_variable("u")
text = ""
for letter in "abcdefghijklmnoprstu":
    if letter in u:
        text += letter
    if letter == "a":
        text = ""
child(text)
