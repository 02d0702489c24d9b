# The answers of two children in the order of the plan.
#! case precision
#! child one trusted = "Monday"
#! child two trusted = "Tuesday"
#! child child = "done"
#! all gate child#1 allow bits<=0
days = [agent("Which day?") for agent in [one, two]]
child(" or ".join(days))
