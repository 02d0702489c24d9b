# A callback is called once for each untrusted item, and counts.
#! case attack
#! untrusted u = ["x", "y"]
#! child child = "done"
#! cfi gate child#1 deny because=budget bits>=unbounded
#! noninterference gate child#1 deny because=control
log = []
list(map(lambda item: log.append("x"), get_variable("u")))
child(str(len(log)))
