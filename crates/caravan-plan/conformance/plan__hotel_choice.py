# The best hotel under a budget.
hotels = [
    {"name": "Grand", "price": 210, "rating": 4.8},
    {"name": "Plaza", "price": 140, "rating": 4.5},
    {"name": "Inn", "price": 90, "rating": 4.1},
    {"name": "Lodge", "price": 120, "rating": 4.5},
]
budget, nights = 150, 3
affordable = [h for h in hotels if h["price"] <= budget]
best = max(affordable, key=lambda h: (h["rating"], -h["price"]))
print(f"{best['name']}: {nights} nights for {nights * best['price']} (rating {best['rating']})")
print([h["name"] for h in sorted(hotels, key=lambda h: (-h["rating"], h["price"]))])
