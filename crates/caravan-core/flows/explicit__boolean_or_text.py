# A tool may answer with a truth value or with a text: which it is, is its own to say, and no constant of the plan.
#! case attack
#! tool ask = true
#! returns ask {"anyOf": [{"type": "boolean"}, {"type": "string"}]}
#! child child = "done"
#! all label answer data=untrusted
#! all gate child#1 deny because=data
answer = ask()
child(f"It is {answer}")
