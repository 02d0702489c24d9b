# A work list of written names, emptied by a `while`.
#! case precision
#! child child = "done"
#! all gate child#* allow bits<=0
#! all calls child 3
queue = ["Ann", "Bob", "Cid"]
while queue:
    child(f"Write to {queue.pop(0)}")
