# Which attachments may be sent on.
attachments = [("a.pdf", 120_000), ("b.exe", 5_000), ("c.png", 9_000_000), ("d.PDF", 1)]
ALLOWED, LIMIT = {".pdf", ".png"}, 5 * 1024 ** 2
accepted, rejected = [], {}
for name, size in attachments:
    ext = name[name.rfind("."):].lower()
    if ext not in ALLOWED:
        rejected[name] = f"type {ext} not allowed"
    elif size > LIMIT:
        rejected[name] = f"{size / 1024 ** 2:.1f} MB is over {LIMIT // 1024 ** 2} MB"
    else:
        accepted.append(name)
print(accepted)
for name, why in rejected.items():
    print(name, "-", why)
