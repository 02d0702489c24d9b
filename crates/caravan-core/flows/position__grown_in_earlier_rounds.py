# The text does not name the round, but each round before it has written to it.
#! case attack
#! untrusted n = 7
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=19.9
n = get_variable("n")
text = ""
for i in range(1000000):
    text += "a"
    if i == n:
        child(text)
