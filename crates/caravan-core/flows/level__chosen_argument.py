# A chosen argument: control, not data.
#! case level
#! untrusted u = "yes"
#! tool send effect = "sent"
#! explicit argument send#1.text data=trusted
#! cfi argument send#1.text data=trusted control=untrusted bits>=1 bits<=1
#! noninterference argument send#1.text data=trusted control=untrusted
send(text="a" if get_variable("u") == "yes" else "b")
