# Through JSON, out and in.
#! case attack
#! untrusted u = "secret"
#! untrusted j = "{\"k\": [\"pay\"]}"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all gate child#1 deny because=data
import json
a = json.dumps({"k": [get_variable("u")]})
b = json.loads(get_variable("j"))["k"][0]
child(b)
