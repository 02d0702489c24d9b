# A local bound on another branch only.
def f(flag):
    if flag:
        answer = 1
    return answer

print(f(True))
print(f(False))
