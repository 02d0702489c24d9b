# A reminder for each of five written names, by a loop with a guard and a `continue`.
#! case precision
#! untrusted u = {"Ann": true, "Bob": false, "Cid": true, "Dan": true, "Eve": false}
#! child child = "done"
#! cfi gate child#* allow bits<=16
#! cfi calls child 2
paid = get_variable("u")
for name in ["Ann", "Bob", "Cid", "Dan", "Eve"]:
    if paid[name]:
        continue
    child(f"Remind {name}")
