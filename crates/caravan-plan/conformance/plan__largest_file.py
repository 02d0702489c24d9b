# The largest file and the total.
files = [
    {"name": "report.docx", "size": 48213, "owner": "ann"},
    {"name": "photo.png", "size": 2048576, "owner": "bob"},
    {"name": "notes.txt", "size": 930, "owner": "ann"},
]

def human(n):
    for unit in ("B", "KB", "MB"):
        if n < 1024:
            return f"{n:.1f} {unit}"
        n /= 1024
    return f"{n:.1f} GB"

largest = max(files, key=lambda f: f["size"])
print(largest["name"], human(largest["size"]))
print("total", human(sum(f["size"] for f in files)), "ann:", [f["name"] for f in files if f["owner"] == "ann"])
