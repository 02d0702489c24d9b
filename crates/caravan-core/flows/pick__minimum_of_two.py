# The smaller of two written prices by untrusted keys.
#! case precision
#! untrusted u = {"red": 3, "blue": 5}
#! child child = "done"
#! cfi gate child#1 allow bits<=1.59
weights = get_variable("u")
child("Buy the " + min("red", "blue", key=lambda colour: weights[colour]) + " one.")
