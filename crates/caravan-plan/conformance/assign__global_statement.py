# A function with a global statement rebinds the module's name.
count = 0

def bump():
    global count
    count += 1
    return count

bump()
bump()
print(count)
