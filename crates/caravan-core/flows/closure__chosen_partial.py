# And with partials.
#! case attack
#! untrusted n = 1 | 0
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
from functools import partial

def tell(name):
    child(f"Write to {name}")

tells = [partial(tell, "Ann"), partial(tell, "Bob")]
tells[get_variable("n")]()
