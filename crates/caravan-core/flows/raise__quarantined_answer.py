# Whether the quarantined model answered what fits.
#! case attack
#! untrusted u = "a mail"
#! quarantined = 5 | "no number"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
m = "number"
try:
    query_ai_assistant(f"How much? {get_variable('u')}", output_schema=int)
except ValueError:
    m = "none"
child(m)
