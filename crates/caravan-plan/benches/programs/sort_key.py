numbers = [(i * 7919) % 100003 for i in range(N)]
falling = sorted(numbers, key=lambda x: -x)
rising = sorted(numbers)
print(falling[0], rising[0])
