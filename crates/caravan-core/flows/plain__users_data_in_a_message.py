# What the user handed in is the user's word.
#! case precision
#! trusted name = "Ann"
#! child child = "done"
#! all gate child#1 allow bits<=0
child(f"Write to {get_variable('name')}.")
