# A plain mistake in the plan may be told to its planner.
#! case precision
#! all error trusted ZeroDivisionError
n = 3
n / 0
