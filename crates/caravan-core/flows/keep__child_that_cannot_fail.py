# A child whose end nothing untrusted could bring about: its answer is free of it, even inside a `try`.
#! case precision
#! plan mid
#| words = ["a", "b"]
#| return words[1]
#! child child = "done"
#! all label m data=trusted control=trusted bits<=0
#! all gate child#1 allow bits<=0
m = "failed"
try:
    m = mid("Say it.")
except RuntimeError:
    pass
child(m)
