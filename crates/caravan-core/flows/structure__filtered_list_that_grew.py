# What is known of a filtered list is forgotten when anything is put into it.
#! case attack
#! untrusted u = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
#! child child = "done"
#! cfi gate child#1 deny because=budget
u = get_variable("u")
kept = [k for k in range(20) if k in u]
kept.append("end")
child(f"Take {kept[5]}")
