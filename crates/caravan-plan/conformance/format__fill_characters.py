# Unusual fill characters.
# The fill may even be an alignment character.
print(format("a", "<<4"), format("a", ">>4"), format("a", "é^5"))
print(format(5, "0<4"), format(5, " ^5"))
print(format(5, "=^5"), format("a", "{^4"), format(-5, "x=6"))
