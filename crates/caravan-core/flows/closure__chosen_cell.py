# And with closures.
#! case attack
#! untrusted n = 1 | 0
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
def teller(name):
    def tell():
        child(f"Write to {name}")
    return tell

tells = [teller("Ann"), teller("Bob")]
tells[get_variable("n")]()
