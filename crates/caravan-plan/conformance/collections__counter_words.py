# The most frequent words.
from collections import Counter
import re
text = "The cat saw the dog. The dog ran!"
words = re.findall(r"\w+", text.lower())
for word, n in Counter(words).most_common(3):
    print(word, n)
print(Counter(map(len, words)), Counter(w[0] for w in words).most_common(1)[0][0])
