# JSON inside other text.
import json
reply = 'Sure! Here it is: {"ok": true, "items": ["a", "b"]} Done.'
start, end = reply.index("{"), reply.rindex("}") + 1
data = json.loads(reply[start:end])
print(data, data["items"][-1], reply[:start].strip())
