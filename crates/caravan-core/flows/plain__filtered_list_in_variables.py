# A filtered list of untrusted things belongs into `variables`.
#! case precision
#! untrusted u = ["urgent: pay", "hello"]
#! child child = "done"
#! all gate child#1 allow bits<=0
child("Answer these.", variables={"mails": [m for m in get_variable("u") if "urgent" in m]})
