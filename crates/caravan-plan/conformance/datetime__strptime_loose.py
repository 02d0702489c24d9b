# strptime is loose about case, padding and blanks.
from datetime import datetime
print(datetime.strptime("march 5 2024", "%B %d %Y"), datetime.strptime("2024-3-5", "%Y-%m-%d"))
print(datetime.strptime("12:05 am", "%I:%M %p").hour, datetime.strptime("12:05 pm", "%I:%M %p").hour, datetime.strptime("2024  1", "%Y %m"))
print(datetime.strptime("69-01-01", "%y-%m-%d").year, datetime.strptime("68-01-01", "%y-%m-%d").year)
