# A count by `sum` over a generator, of trusted ones.
#! case attack
#! untrusted u = ["x", "y"]
#! child child = "done"
#! cfi gate child#1 deny
#! noninterference gate child#1 deny
child(f"{sum(1 for _ in get_variable('u'))} mails")
