# Age in whole years.
from datetime import date

def age(born, on):
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))

print(age(date(2000, 2, 29), date(2024, 2, 28)), age(date(2000, 2, 29), date(2024, 2, 29)), age(date(1990, 12, 31), date(2024, 1, 1)))
