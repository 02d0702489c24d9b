# A character that ASCII cannot hold.
s = "caf\u00e9"
print(s.encode("utf-8"))
print(s.encode("ascii", "ignore"))
print(s.encode("ascii"))
