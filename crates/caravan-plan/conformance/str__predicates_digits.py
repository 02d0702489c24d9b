# isdigit, isdecimal and isnumeric.
for s in ["123", "", "1.5", "-1", "²", "½", "٣", "12a"]:
    print(repr(s), s.isdigit(), s.isdecimal())
    print(s.isnumeric())
print("3".isdigit())
