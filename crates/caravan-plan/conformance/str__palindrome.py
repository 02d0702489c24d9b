# Cleaning and reversing.
def is_palindrome(s):
    s = [c for c in s.lower() if c.isalpha()]
    return s == s[::-1]

print(is_palindrome("A man, a plan, a canal: Panama"), is_palindrome("nope"), is_palindrome(""))
