# not binds tighter than and, and tighter than or.
print(not True or True, not (True or True))
print(True or False and False)
print(not 1 == 2)
print(not [], not "x")
