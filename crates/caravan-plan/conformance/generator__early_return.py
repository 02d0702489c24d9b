# return ends a generator early.
def until_blank(lines):
    for line in lines:
        if not line:
            return
        yield line

print(list(until_blank(["a", "b", "", "c"])))
print(list(until_blank([""])))
