# finally runs when a loop is left with break or continue.
for i in range(3):
    try:
        if i == 0:
            continue
        if i == 1:
            break
    finally:
        print("finally", i)
print("after", i)
