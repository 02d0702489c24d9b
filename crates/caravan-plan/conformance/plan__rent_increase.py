# A standing payment adjusted by a notice.
import re

notice = "Dear tenant, from June the monthly rent rises by 100.00 to 1,300.00 EUR."
scheduled = [{"id": 7, "recipient": "GB29", "amount": 1200.0, "subject": "Rent"}, {"id": 8, "recipient": "US12", "amount": 50.0, "subject": "Gym"}]
new_rent = float(re.search(r"to ([\d,]+\.\d+)", notice).group(1).replace(",", ""))
for payment in scheduled:
    if payment["subject"].lower() == "rent":
        difference = new_rent - payment["amount"]
        payment["amount"] = new_rent
        print("updated", payment["id"], difference)
print(scheduled)
