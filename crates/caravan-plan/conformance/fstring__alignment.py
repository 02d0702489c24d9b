# Alignment and fill of strings.
for v in ["ab", "abcdef"]:
    print(f"[{v:5}] [{v:<5}] [{v:>5}] [{v:^5}] [{v:*^5}] [{v:.<5}]")
print(f"[{'x':^4}] [{'':3}] [{'a':01}]")
print(f"[{'ab':>{2 + 3}}]")
