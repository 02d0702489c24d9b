# Simple rules over ticket texts.
rules = [("refund", ["refund", "money back"]), ("login", ["password", "log in", "login"]), ("shipping", ["deliver", "package"])]
tickets = ["I want my MONEY BACK!", "Cannot log in since Monday", "Where is my package? Not delivered", "Hello"]

def classify(text):
    text = text.lower()
    scores = {label: sum(text.count(w) for w in words) for label, words in rules}
    best = max(scores, key=scores.get)
    return best if scores[best] else "other"

print([classify(t) for t in tickets])
