# The same name put into a dictionary before: its own data is untrusted, whatever that of the dictionary is.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all gate child#1 deny because=data part=name
table = {}
table[get_variable("u")] = 1
child("Go on.", variables=table)
