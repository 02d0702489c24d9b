# indent leaves blank lines alone.
import textwrap
print(textwrap.indent("a\n\nb\n", "> "), end="")
print(repr(textwrap.indent("x\n  y", "--")))
print(textwrap.fill("one two three four", width=12, initial_indent="* ", subsequent_indent="  "))
