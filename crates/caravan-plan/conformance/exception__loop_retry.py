# Retrying until it works.
answers = ["bad", "worse", "42"]
attempt = 0
while True:
    try:
        value = int(answers[attempt])
        break
    except ValueError as e:
        print("attempt", attempt, e)
        attempt += 1
print(value)
