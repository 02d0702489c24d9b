# An untrusted argument under trusted control: no strictness forbids it by itself, and the policy sees it.
#! case level
#! untrusted u = "secret"
#! tool send effect = "sent"
#! all tool send#1 allow
#! all argument send#1.text data=untrusted
#! all pc send#1 trusted
send(text=get_variable("u"))
