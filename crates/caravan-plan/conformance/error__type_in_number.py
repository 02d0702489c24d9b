# Membership in a number.
limit = 5
print(5 in [limit])
print(5 in limit)
print("never")
