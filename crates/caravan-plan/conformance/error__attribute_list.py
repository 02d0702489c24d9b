# A string method on a list.
words = "a b".split()
print(words[0].upper())
print(words.upper())
print("never")
