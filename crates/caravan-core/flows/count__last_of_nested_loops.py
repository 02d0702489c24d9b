# The last of a hundred words that an inner loop has kept: that many texts, whatever loop the write stands in.
#! case attack
#! untrusted u = ["w71"]
#! child child = "done"
#! cfi label best bits>=6.6
u = get_variable("u")
best = "none"
for w in [f"w{i}" for i in range(100)]:
    for _ in range(3):
        if w in u:
            best = w
