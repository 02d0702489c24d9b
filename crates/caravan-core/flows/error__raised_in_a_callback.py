# An error inside a callback that ran because an untrusted list was not empty.
#! case attack
#! untrusted u = ["x"]
#! cfi error untrusted ZeroDivisionError
list(map(lambda _: 1 / 0, get_variable("u")))
