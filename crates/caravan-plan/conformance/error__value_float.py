# float of text with a thousands comma.
for s in ["1.5", "2e3", "1,234.50"]:
    print(float(s))
print("never")
print("at all")
