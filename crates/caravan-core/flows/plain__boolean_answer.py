# A truth value that the quarantined model answered is one of two constants.
#! case precision
#! quarantined = true | false
#! child child = "done"
#! cfi label ok data=trusted control=untrusted bits<=1
#! cfi gate child#1 allow bits<=1
ok = query_ai_assistant("Is it paid?", output_schema=bool)
child(f"Paid: {ok}")
