# A missing argument.
def send_email(to, subject, body):
    return f"{to}: {subject}"

print(send_email("a@x", "hi", "text"))
print(send_email("a@x", body="text"))
