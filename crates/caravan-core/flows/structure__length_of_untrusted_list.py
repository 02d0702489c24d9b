# The length of what a tool gave.
#! case attack
#! tool fetch = ["x", "y"]
#! child child = "done"
#! all gate child#1 deny because=data
child(f"{len(fetch())} mails")
