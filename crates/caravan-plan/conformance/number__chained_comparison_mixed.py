# Chains over several types.
x = 5
print(0 < x <= 5 < 6.0, 1 < x > 2, x == 5 == 5.0 != 4)
print(0 <= x < 5, not 0 < x < 3)
print(1 < 2 < 3 < 4 < 3, "a" <= "b" < "c", 3 > 2 > 1 == True)
