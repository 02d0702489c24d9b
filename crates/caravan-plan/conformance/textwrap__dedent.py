# dedent removes the common leading blanks.
import textwrap
text = """
    first
      second
    third
"""
print(repr(textwrap.dedent(text)))
print(textwrap.dedent("  a\n  b\n\n   c").splitlines())
