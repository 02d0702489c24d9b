# Which round it is has no bound where untrusted data decided how many there are, even among two lengths.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! cfi gate child#1 deny because=budget part=position
#! noninterference gate child#1 deny because=control
row = ["a", "b"] if get_variable("u") == "yes" else ["a", "b", "c"]
for word in row:
    child(f"Take {word}")
