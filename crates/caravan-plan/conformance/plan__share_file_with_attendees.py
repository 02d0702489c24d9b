# Sharing a file with those who do not have it yet.
from dataclasses import dataclass, field

@dataclass
class File:
    name: str
    shared_with: set[str] = field(default_factory=set)

@dataclass
class Event:
    title: str
    attendees: list[str]

file = File("agenda.md", {"ann@x.com"})
event = Event("Kickoff", ["ann@x.com", "bob@x.com", "cy@x.com"])
for who in event.attendees:
    if who in file.shared_with:
        print("already", who)
        continue
    file.shared_with.add(who)
    print("shared with", who)
print(sorted(file.shared_with))
