# A name that hides a function.
len = "five"
print(len)
n = len([1, 2])
print(n)
