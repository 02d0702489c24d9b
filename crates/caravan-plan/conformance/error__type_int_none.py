# int of None.
row = {"qty": None}
print(int(row.get("qty") or 0))
print(int(row["qty"]))
print("never")
