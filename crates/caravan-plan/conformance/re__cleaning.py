# Cleaning text in steps.
import re

def clean(s):
    s = re.sub(r"<[^>]+>", "", s)
    s = re.sub(r"&(\w+);", lambda m: {"amp": "&", "lt": "<"}.get(m[1], m[0]), s)
    s = re.sub(r"[ \t]+", " ", s)
    return re.sub(r"\n{2,}", "\n", s).strip()

print(repr(clean("<p>Hi  &amp; <b>bye</b></p>\n\n\n&lt;3 &nope; ")))
