# Sorting mails into threads.
mails = [(1, None, "Hello"), (2, 1, "Re: Hello"), (3, None, "Other"), (4, 2, "Re: Re: Hello"), (5, 1, "Also")]
children = {}
for mid, parent, subject in mails:
    children.setdefault(parent, []).append((mid, subject))

def show(parent, depth):
    for mid, subject in children.get(parent, []):
        print("  " * depth + f"{mid} {subject}")
        show(mid, depth + 1)

show(None, 0)
