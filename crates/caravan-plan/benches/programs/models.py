from pydantic import BaseModel


class Row(BaseModel):
    name: str
    amount: int


rows = [Row(name=f"n{i}", amount=i) for i in range(N)]
for round in range(5):
    names = [row.name for row in rows if row.amount % 2 == 0]
print(len(names))
