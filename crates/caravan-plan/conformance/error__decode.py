# Bytes that are no UTF-8.
data = b"caf\xe9"
print(data.decode("latin-1"))
print(data.decode("utf-8", "replace"))
print(data.decode("utf-8"))
