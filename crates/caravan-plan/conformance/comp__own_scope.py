# The loop variable of a comprehension does not leak.
x = "outer"
print([x for x in range(3)], x)
try:
    [hidden for hidden in range(2)]
    print(hidden)
except NameError as e:
    print(e)
