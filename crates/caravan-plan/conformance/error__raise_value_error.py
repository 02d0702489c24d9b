# A raise with a message.
def withdraw(balance, amount):
    if amount > balance:
        raise ValueError(f"insufficient funds: {balance} < {amount}")
    return balance - amount

print(withdraw(100, 30))
withdraw(10, 30)
