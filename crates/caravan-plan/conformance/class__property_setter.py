# A property with a setter that validates.
class Account:
    def __init__(self, balance):
        self.balance = balance

    @property
    def balance(self):
        return self._balance

    @balance.setter
    def balance(self, value):
        if value < 0:
            raise ValueError("negative balance")
        self._balance = value

a = Account(5)
a.balance += 10
print(a.balance)
try:
    a.balance = -1
except ValueError as e:
    print(e, a.balance)
