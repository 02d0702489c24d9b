# Grades with weights and a missing score.
weights = {"exam": 0.5, "homework": 0.3, "project": 0.2}
students = {"ann": {"exam": 90, "homework": 100, "project": 80}, "bob": {"exam": 70, "project": 95}, "cy": {}}

def grade(scores):
    if not scores:
        return None
    total = sum(weights[k] * v for k, v in scores.items()) / sum(weights[k] for k in scores)
    letter = "A" if total >= 90 else "B" if total >= 80 else "C"
    return round(total, 1), letter

for name, scores in students.items():
    match grade(scores):
        case None:
            print(name, "no scores")
        case (total, letter):
            print(name, total, letter)
