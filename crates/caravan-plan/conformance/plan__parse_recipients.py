# Address lists with names in them.
import re
header = 'Ann Lee <ann@x.com>, bob@y.org; "Kim, Cy" <cy@z.net>'
people = []
for m in re.finditer(r'(?:"([^"]+)"|([\w ]+?))?\s*<?([\w.]+@[\w.]+)>?', header):
    name = (m.group(1) or m.group(2) or "").strip()
    people.append((name or m.group(3).split("@")[0].title(), m.group(3)))
print(people)
print(sorted({e.split("@")[1] for _, e in people}))
