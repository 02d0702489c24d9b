# A written message, nothing untrusted anywhere.
#! case precision
#! child child = "done"
#! all gate child#1 allow bits<=0
#! all ends value
child("Summarise the newest mail.")
