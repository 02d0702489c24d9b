# A tool that may fail, answered by a default; what follows is as free as before.
#! case precision
#! tool fetch fails = "no connection"
#! child child = "done"
#! all gate child#* allow bits<=0
#! all calls child 2
try:
    text = fetch()
except RuntimeError:
    text = None
name = "Ann"
child("Summarise.", variables={"text": text})
child(f"Tell {name}.")
