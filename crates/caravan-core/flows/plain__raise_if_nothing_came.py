# `if not emails: raise ValueError(...)` followed by agent calls: the root's own end raises nothing.
#! case precision
#! untrusted u = ["one"]
#! child child = "done"
#! all gate child#* allow bits<=0
#! all calls child 2
#! all ends value
emails = get_variable("u")
if not emails:
    raise ValueError("there is no mail")
name = "Ann"
child("Summarise.", variables={"mails": emails})
child(f"Tell {name}.")
