# Spending against limits.
limits = {"food": 200, "fun": 50, "travel": 300}
spent = {"food": 214.5, "fun": 20, "books": 12}
for category in sorted(limits.keys() | spent.keys()):
    limit, used = limits.get(category), spent.get(category, 0)
    if limit is None:
        print(f"{category}: no limit set ({used})")
    elif used > limit:
        print(f"{category}: over by {used - limit:.2f} ({used / limit:.0%})")
    else:
        print(f"{category}: {limit - used:.2f} left")
