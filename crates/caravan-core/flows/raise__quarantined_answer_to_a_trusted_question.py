# Though nothing untrusted was asked.
#! case attack
#! quarantined = 5 | "no number"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
m = "none"
try:
    query_ai_assistant("How much?", output_schema=int)
    m = "number"
except ValueError:
    pass
child(m)
