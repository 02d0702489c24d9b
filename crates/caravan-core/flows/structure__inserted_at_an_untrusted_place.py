# A trusted word inserted at an untrusted place.
#! case attack
#! untrusted n = 0 | 2
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny
#! noninterference gate child#1 deny
words = ["a", "b"]
words.insert(get_variable("n"), "c")
child(words[0])
