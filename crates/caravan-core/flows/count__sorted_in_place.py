# The same by `list.sort`, read one by one.
#! case attack
#! untrusted u = {"a": 3, "b": 1, "c": 2, "d": 9, "e": 7, "f": 8, "g": 5, "h": 6, "i": 4, "j": 0}
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=21.7
rank = get_variable("u")
words = list("abcdefghij")
words.sort(key=lambda w: rank[w])
text = ""
for w in words:
    text += w
child(text)
