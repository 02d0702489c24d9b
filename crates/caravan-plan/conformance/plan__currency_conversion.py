# Amounts in several currencies.
rates = {"EUR": 1.0, "USD": 1.08, "GBP": 0.85}
payments = [("Ann", 100, "USD"), ("Bob", 85, "GBP"), ("Cy", 30, "EUR"), ("Dee", 10, "CHF")]
total = 0.0
for who, amount, currency in payments:
    try:
        eur = amount / rates[currency]
    except KeyError:
        print(f"{who}: unknown currency {currency}")
        continue
    total += eur
    print(f"{who}: {amount} {currency} = {eur:.2f} EUR")
print(f"total {total:.2f}")
