# Doubled braces are literal.
n = 5
print(f"{{}} {{{n}}} {{n}}")
print(f"{'{'}{n}{'}'}", f"{{{{")
print(f"JSON: {{\"a\": {n}}}")
