# A date that does not fit its format.
from datetime import datetime
print(datetime.strptime("2024-05-15", "%Y-%m-%d"))
print(datetime.strptime("15 May", "%Y-%m-%d"))
print("never")
