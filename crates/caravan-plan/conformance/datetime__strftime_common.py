# The usual strftime codes.
from datetime import datetime
d = datetime(2024, 3, 5, 14, 7, 9, 1234)
for f in ["%Y-%m-%d", "%d/%m/%y", "%H:%M:%S", "%I:%M %p", "%A, %d %B %Y", "%a %b %d", "%j", "%f", "%Y%m%dT%H%M%S", "%%", "plain", "%U %W %V %G %u %w"]:
    print(d.strftime(f))
