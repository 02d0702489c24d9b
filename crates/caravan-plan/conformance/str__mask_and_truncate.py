# Masking and shortening text.
def mask(card):
    digits = card.replace(" ", "")
    return "*" * (len(digits) - 4) + digits[-4:]

def shorten(s, n):
    return s if len(s) <= n else s[:n - 3].rstrip() + "..."

print(mask("1234 5678 9012 3456"), shorten("A long subject line", 10), shorten("short", 10))
