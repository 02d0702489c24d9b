# Changing and testing case.
s = "hello World"
print(s.upper(), s.lower(), s.capitalize(), s.title(), s.swapcase())
print("ABC".isupper(), "aBc".islower(), "Ab Cd".istitle(), "123".isupper(), "A1".isupper())
print("they're bill's".title(), "straße".upper(), "ÉCOLE".lower(), "Straße".casefold())
