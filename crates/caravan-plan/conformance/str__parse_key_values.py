# Parsing a small header block.
text = """From: ann@x.com
Subject: Hello: world
X-Empty:

Body here"""
head, _, body = text.partition("\n\n")
headers = {}
for line in head.splitlines():
    k, _, v = line.partition(":")
    headers[k.lower()] = v.strip()
print(headers, repr(body))
