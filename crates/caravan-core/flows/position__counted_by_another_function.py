# A function counts at the top level, and in a loop of another the count is told.
#! case attack
#! untrusted n = 3 | 2
#! child child = "done"
#! budget 1
#! cfi gate child#1 deny because=budget part=position
#! noninterference gate child#1 deny because=control
n = get_variable("n")
count = 0

def step():
    global count
    count += 1

def tell():
    for _ in range(8):
        step()
        if count == n:
            child(f"Number {count}")

tell()
