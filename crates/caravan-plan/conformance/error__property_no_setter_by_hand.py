# A setter that refuses.
class Account:
    @property
    def balance(self):
        return 5

    @balance.setter
    def balance(self, value):
        raise AttributeError("balance is read-only")

a = Account()
print(a.balance)
a.balance = 6
