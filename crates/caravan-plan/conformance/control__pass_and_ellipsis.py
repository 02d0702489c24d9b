# pass and a bare ... do nothing.
if True:
    pass
for _ in range(2):
    ...

def todo():
    ...

print(todo())
print(...)
