# A `break` out of a loop of a thousand rounds is one decision of log2(1 + 1000).
#! case precision
#! untrusted n = 700
#! child child = "done"
#! cfi gate child#1 allow bits>=1 bits<=10
n = get_variable("n")
for slot in range(1000):
    if slot >= n:
        break
child(f"Book slot {slot}")
