# A loop over nothing does not bind its variable.
for never in []:
    pass
try:
    print(never)
except NameError as e:
    print(e)
