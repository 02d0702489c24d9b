# Messages for an unknown keyword and for one given twice.
def f(alpha):
    return alpha

try:
    f(1, zzz=2)
except TypeError as e:
    print(e)
try:
    f(1, alpha=2)
except TypeError as e:
    print(e)
