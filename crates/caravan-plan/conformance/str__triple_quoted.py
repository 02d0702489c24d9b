# Triple-quoted strings keep their line breaks.
s = """first
  second "quoted"
third"""
print(s)
print(s.splitlines(), len(s))
print('''a'b''', repr("""
"""))
