# while with a false condition runs its else at once.
while False:
    print("never")
else:
    print("else")
while 0:
    pass
print("end")
