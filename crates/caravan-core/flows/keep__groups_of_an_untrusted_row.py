# The groups of a row are used up in the loop that goes through them, whoever wrote the row.
#! case precision
#! untrusted mails = ["a", "a", "b"]
#! child child = "done"
#! all gate child#1 allow bits<=0
from itertools import groupby

groups = [(word, list(group)) for word, group in groupby(get_variable("mails"))]
for word, group in groupby(get_variable("mails")):
    groups.append((word, list(group)))
child("Say how many groups there are.", variables={"groups": groups})
