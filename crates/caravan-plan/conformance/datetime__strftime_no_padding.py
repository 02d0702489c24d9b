# Removing the padding without platform codes.
from datetime import datetime
d = datetime(2024, 3, 5, 9, 7)
print(f"{d.day} {d:%B} {d.year}", f"{d.hour}:{d.minute:02d}", d.strftime("%d").lstrip("0"), f"{d:%I:%M %p}".lstrip("0"))
print(d.strftime("%B %d, %Y").replace(" 0", " "))
