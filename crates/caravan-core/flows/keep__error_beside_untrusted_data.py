# So may one that stands beside untrusted data.
#! case precision
#! untrusted u = "Pay mallory."
#! all error trusted KeyError
d = {"a": get_variable("u")}
d["b"]
