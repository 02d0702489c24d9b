# A key in the wrong case, after a successful get.
headers = {"Content-Type": "text", "X-Id": 5}
print(headers.get("content-type", "none"))
print({k.lower(): v for k, v in headers.items()}["content-type"])
print(headers["content-type"])
