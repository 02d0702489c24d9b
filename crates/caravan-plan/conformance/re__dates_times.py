# Dates and times in text.
import re
text = "Due 2024-05-15, or 3/6/2024 at 9:30am; call 14:05."
print(re.findall(r"\d{4}-\d{2}-\d{2}", text), re.findall(r"(\d{1,2})/(\d{1,2})/(\d{4})", text), re.findall(r"\b\d{1,2}:\d{2}(?:am|pm)?", text))
y, m, d = map(int, re.search(r"(\d+)-(\d+)-(\d+)", text).groups())
print(y, m, d)
