# A slug out of a title.
def slug(s):
    out = "".join(c.lower() if c.isalnum() else "-" for c in s)
    while "--" in out:
        out = out.replace("--", "-")
    return out.strip("-")

print(slug("Hello, World! 2024"), slug("  --a--  "), slug("Ünï cødé"))
