# Transfers between accounts, refused ones included.
class InsufficientFunds(Exception):
    def __init__(self, account, need):
        super().__init__(f"{account} lacks {need:.2f}")
        self.need = need

class Bank:
    def __init__(self, **accounts):
        self.accounts = accounts
        self.log = []

    def transfer(self, src, dst, amount):
        if self.accounts[src] < amount:
            raise InsufficientFunds(src, amount - self.accounts[src])
        self.accounts[src] -= amount
        self.accounts[dst] = self.accounts.get(dst, 0) + amount
        self.log.append((src, dst, amount))

bank = Bank(ann=100, bob=20)
for args in [("ann", "bob", 70), ("ann", "cy", 50), ("zoe", "ann", 1)]:
    try:
        bank.transfer(*args)
    except InsufficientFunds as e:
        print(e, e.need)
    except KeyError as e:
        print("no account", e)
print(bank.accounts, bank.log)
