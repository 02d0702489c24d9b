# The first hour when everybody is free.
calendars = {
    "ann": [(9, 10), (11, 13)],
    "bob": [(9, 11), (14, 15)],
    "cy": [(13, 14)],
}

def free(who, hour):
    return all(not (s <= hour < e) for s, e in calendars[who])

options = [h for h in range(9, 17) if all(free(p, h) for p in calendars)]
print(options)
if options:
    print(f"Book {options[0]:02d}:00-{options[0] + 1:02d}:00")
else:
    print("No common hour")
