# A written message may stand under any guard; `noninterference` alone objects.
#! case precision
#! untrusted u = ["a", "b"]
#! untrusted n = 2
#! child child = "done"
#! explicit gate child#* allow
#! cfi gate child#* allow bits<=0
#! cfi calls child 7
#! cfi ends value
#! noninterference gate child#1 deny because=control
u = get_variable("u")
i = 0
if "a" in u:
    child("Under a branch.")
for mail in u:
    child("In a loop.")
while i < get_variable("n"):
    i += 1
    child("In a while loop.")
try:
    u.index("zzz")
except ValueError:
    child("In a handler.")

def down(n):
    if n > 0:
        down(n - 1)
    else:
        child("Below a recursion.")

down(get_variable("n"))
