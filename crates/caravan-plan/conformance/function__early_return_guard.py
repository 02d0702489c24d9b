# Guard clauses.
def discount(order):
    if not order:
        return 0
    if order.get("vip"):
        return 20
    if order.get("total", 0) > 100:
        return 10
    return 5

print(discount({}), discount({"vip": True}), discount({"total": 150}), discount({"total": 1}))
