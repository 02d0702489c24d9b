# wrap and fill at a width.
import textwrap
s = "The quick brown fox jumps over the lazy dog"
print(textwrap.wrap(s, 16))
print(textwrap.fill(s, width=20))
print(textwrap.wrap("", 10), textwrap.wrap("abcdefghijkl", 5))
