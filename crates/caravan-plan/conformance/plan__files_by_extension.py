# Files grouped by extension.
names = ["a.txt", "b.tar.gz", "c.TXT", "README", "d.pdf", ".hidden"]
groups = {}
for name in names:
    stem, dot, ext = name.rpartition(".")
    key = ext.lower() if dot and stem else "(none)"
    groups.setdefault(key, []).append(name)
for key in sorted(groups):
    print(key, groups[key])
