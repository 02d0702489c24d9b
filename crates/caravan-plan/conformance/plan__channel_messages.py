# The most active writers of a channel.
from collections import Counter

messages = [
    {"user": "ann", "text": "Morning!"}, {"user": "bob", "text": "hi @ann"},
    {"user": "ann", "text": "@bob @cy see the doc"}, {"user": "dee", "text": "ok"},
]
writers = Counter(m["user"] for m in messages)
mentions = Counter(w[1:] for m in messages for w in m["text"].split() if w.startswith("@"))
print(writers.most_common(1)[0], dict(mentions))
silent = sorted(set(mentions) - set(writers))
print("mentioned but silent:", silent)
