# Messages of index errors in assignment and del.
xs = [1]
try:
    xs[1] = 2
except IndexError as e:
    print(e)
try:
    del xs[3]
except IndexError as e:
    print(e)
