# Which of two schemas it is.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "1"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
schema = {"yes": str, "no": list[str]}["yes" if get_variable("u") == "yes" else "no"]
child("Go on.", output_schema=schema)
