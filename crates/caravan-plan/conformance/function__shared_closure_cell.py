# Two closures of one call share a variable.
def account(balance):
    def deposit(n):
        nonlocal balance
        balance += n

    def show():
        return balance

    return deposit, show

deposit, show = account(10)
deposit(5)
deposit(7)
print(show())
