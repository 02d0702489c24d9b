# A trusted word written at an untrusted index: the places that were not written tell as much.
#! case attack
#! untrusted n = 0 | 1
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny
#! noninterference gate child#1 deny
words = ["a", "b"]
words[get_variable("n")] = "c"
child(words[0])
