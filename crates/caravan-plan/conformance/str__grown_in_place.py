# A text that is made longer piece by piece: whoever else holds it keeps what it had.
word = "a"
word += "b"
other = word
word += "c"
print(word, other)

held = []
text = ""
for i in range(6):
    text += str(i)
    held.append(text)
print(held, text)

table = {}
key = "k"
for i in range(3):
    key += "-"
    table[key] = i
print(table)


def grow(piece, times):
    grown = piece
    for _ in range(times):
        before = grown
        grown += piece
        assert len(before) < len(grown)
    return grown, before


print(grow("xy", 4))


def twice(text):
    text += text
    text += text
    return text


print(twice("ab"))

shared = "s"
shared += "t"


def read():
    return shared


def grow_while_read():
    global shared
    shared += "u"
    kept = read()
    shared += "v"
    return kept, shared


print(grow_while_read(), shared)

line = ""
line += "é"
line += "z"
print(line, len(line), line[0], line.encode())
seen = [line := line + "!" for _ in range(2)]
line += "?"
print(seen, line)

total = 1
total += 2
total += 0.5
rows = [1]
again = rows
rows += [2]
print(total, rows, again)
pair = "p"
pair += "q"
left, right = pair, pair
pair += "r"
print(left, right, pair, left is right)
try:
    pair += 1
except TypeError as error:
    print(error)
print(pair)
