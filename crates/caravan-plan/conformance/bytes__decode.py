# decode with and without errors.
print(b"abc".decode(), b"\xc3\xa9".decode("utf-8"), b"\xe9".decode("latin-1"))
print(b"a\xffb".decode("utf-8", "ignore"), b"a\xffb".decode("utf-8", errors="replace"))
try:
    b"\xff".decode()
except UnicodeDecodeError as e:
    print(e)
