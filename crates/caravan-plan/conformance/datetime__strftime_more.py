# %c, %x, %X and text around codes.
from datetime import datetime, date
d = datetime(2024, 12, 25, 0, 5, 0)
print(d.strftime("%c"), "|", d.strftime("%x"), "|", d.strftime("%X"), "|", d.strftime("%I %p"))
print(date(2024, 1, 9).strftime("%d.%m.%Y %H:%M"), d.strftime("Week %W of %Y, day %j"), d.strftime("") == "")
print(d.strftime("%y%%"), d.strftime("é %Y"))
