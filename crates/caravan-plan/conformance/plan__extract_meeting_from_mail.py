# A meeting out of a mail's text.
import re
from datetime import datetime, timedelta

body = "Hi, can we meet on 2024-05-20 at 14:30 for 45 minutes in room B12? Thanks, Ann"
day = re.search(r"\d{4}-\d{2}-\d{2}", body).group()
at = re.search(r"\b\d{1,2}:\d{2}\b", body).group()
length = int(re.search(r"(\d+) minutes", body).group(1))
room = m.group(1) if (m := re.search(r"room (\w+)", body)) else None
start = datetime.strptime(f"{day} {at}", "%Y-%m-%d %H:%M")
end = start + timedelta(minutes=length)
print({"start": start.isoformat(), "end": end.isoformat(), "room": room})
