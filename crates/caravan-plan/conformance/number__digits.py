# Working on decimal digits.
n = 90817
print(sum(int(d) for d in str(n)), str(n)[::-1], int(str(n)[::-1]), len(str(abs(-n))), [n // 10 ** i % 10 for i in range(5)])
digits = []
while n:
    n, d = divmod(n, 10)
    digits.append(d)
print(digits)
