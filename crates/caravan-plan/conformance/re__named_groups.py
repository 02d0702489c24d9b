# Named groups.
import re
m = re.match(r"(?P<year>\d{4})-(?P<month>\d\d)", "2024-05")
print(m.group("year"), m["month"], m.groupdict(), m.groups(), m.span("month"), m.lastgroup)
print(re.sub(r"(?P<a>\w) (?P<b>\w)", r"\g<b> \g<a>", "x y"), re.findall(r"(?P<w>\w)(?P=w)", "aabbc"))
