lines = []
for i in range(N):
    lines.append(f"{i}: {i * 2:>8} {'x' * 3}")
text = "\n".join(lines)
print(len(text))


def grown(n):
    word = ""
    for i in range(n):
        word += "ab"
    return word


word = grown(N)
print(len(word), word.upper().count("A"))
