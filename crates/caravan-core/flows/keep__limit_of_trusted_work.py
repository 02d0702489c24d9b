# A limit that was reached before anything untrusted had a say may be told.
#! case precision
#! steps 5000
#! all error trusted
while True:
    pass
