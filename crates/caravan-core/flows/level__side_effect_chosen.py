# A side effect through a chosen tool is under a guard, too.
#! case level
#! untrusted u = "yes"
#! tool send effect = "sent"
#! tool post effect = "sent"
#! cfi tool send#1 allow
#! noninterference tool send#1 deny
{"yes": send, "no": post}[get_variable("u")](text="hello")
