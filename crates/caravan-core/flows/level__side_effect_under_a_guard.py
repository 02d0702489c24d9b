# A side effect under an untrusted guard: refused at `noninterference` alone; the policy sees the guard apart at `cfi`.
#! case level
#! untrusted u = "yes"
#! tool send effect = "sent"
#! explicit tool send#1 allow
#! cfi tool send#1 allow
#! cfi pc send#1 untrusted
#! cfi argument send#1.text data=trusted control=trusted
#! noninterference tool send#1 deny
#! noninterference ends refused
if get_variable("u") == "yes":
    send(text="hello")
