# Names after a bare star are keyword-only.
def send(to, *, subject="", urgent=False):
    return (to, subject, urgent)

print(send("a@x.com"))
print(send("a@x.com", urgent=True))
try:
    send("a@x.com", "hello")
except TypeError as e:
    print(e)
