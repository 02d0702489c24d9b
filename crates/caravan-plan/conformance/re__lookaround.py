# Look-ahead and look-behind.
import re
print(re.findall(r"\d+(?= EUR)", "5 EUR 6 USD"), re.findall(r"\d+(?! EUR)\b", "5 EUR 6 USD"), re.findall(r"(?<=\$)\d+", "$5 6 $70"))
print(re.findall(r"(?<!\$)\b\d+", "$5 6 $70"))
print(re.sub(r"(?<=\d)(?=(\d{3})+$)", ",", "1234567"), re.split(r"(?=[A-Z])", "aBcDe"))
