# encode and the length in bytes.
print("abc".encode(), "é".encode("utf-8"), len("日本".encode()))
print("é".encode("latin-1"))
print("aéb".encode("ascii", "ignore"), "aéb".encode("ascii", errors="replace"))
print("日".encode().decode() == "日")
