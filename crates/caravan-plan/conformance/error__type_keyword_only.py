# A keyword-only argument given by position.
def transfer(amount, *, to):
    return f"{amount} to {to}"

print(transfer(5, to="ann"))
transfer(5, "bob")
