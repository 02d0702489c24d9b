# partition and rpartition always give three parts.
print("k=v=w".partition("="), "k".partition("="), "k=v=w".rpartition("="), "k".rpartition("="))
user, _, host = "ann@example.com".partition("@")
print(user, host)
print("a::b".partition("::"))
