# f-strings and plain strings side by side.
n = 2
s = f"{n}" "{n}" f"{n + 1}" r"\{n}"
print(s)
print("a" f"{'b'}" 'c', rf"\d{n}", fr"{n}\n")
