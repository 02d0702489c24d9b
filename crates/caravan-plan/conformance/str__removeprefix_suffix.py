# removeprefix and removesuffix remove at most once.
print("Re: Re: hi".removeprefix("Re: "))
print("hi".removeprefix("Re: "))
print("a.txt.txt".removesuffix(".txt"))
print("abc".removesuffix(""))
print("abc".removeprefix("abc") == "")
