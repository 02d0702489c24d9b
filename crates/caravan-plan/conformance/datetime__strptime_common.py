# strptime with the usual codes.
from datetime import datetime
cases = [("2024-03-05", "%Y-%m-%d"), ("05/03/24", "%d/%m/%y"), ("2024-03-05 14:07:09", "%Y-%m-%d %H:%M:%S"), ("Mar 5, 2024", "%b %d, %Y"),
         ("5 March 2024", "%d %B %Y"), ("2:07 PM", "%I:%M %p"), ("20240305T1407", "%Y%m%dT%H%M"), ("12:30:01.25", "%H:%M:%S.%f"), ("Tue 05 Mar 2024", "%a %d %b %Y")]
for s, f in cases:
    print(datetime.strptime(s, f))
