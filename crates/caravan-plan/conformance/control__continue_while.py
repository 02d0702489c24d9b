# continue in a while goes back to the condition.
n = 0
seen = []
while n < 10:
    n += 1
    if n % 3:
        continue
    seen.append(n)
print(seen)
