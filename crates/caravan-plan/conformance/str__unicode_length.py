# Length counts code points.
print(len("é"), len("e\u0301"), len("😀"))
print("😀"[0], "a😀b"[1:], "😀".encode())
accent = "e\u0301"
print(accent == "é", ord("😀"), chr(128512))
print("日本語"[::-1])
