# Untrusted values in a trusted order: the order tells nothing of them.
#! case precision
#! untrusted u = "x"
#! untrusted v = "y"
#! child child = "done"
#! all label first data=trusted control=trusted bits<=0
#! all gate child#1 allow bits<=0
pairs = [("b", get_variable("u")), ("a", get_variable("v"))]
first = sorted(pairs, key=lambda pair: pair[0])[0][0]
child(f"Begin with {first}", variables={"values": [pair[1] for pair in pairs]})
