# A constructor without its argument.
class Account:
    def __init__(self, owner, balance=0):
        self.owner = owner

print(Account("ann").owner)
Account()
