# shorten cuts at words.
import textwrap
s = "Hello   big wide world"
print(textwrap.shorten(s, width=15), textwrap.shorten(s, 100), textwrap.shorten(s, width=12, placeholder="..."))
print(textwrap.shorten("aaaaaaaaaaaaaaaa", width=8))
