# A missing attribute of a function.
def helper():
    return 5

print(helper())
print(helper.result_value)
print("never")
