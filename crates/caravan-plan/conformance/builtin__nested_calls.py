# Deeply nested calls of builtins.
text = "b:2,a:1,c:3"
print(dict(sorted(map(lambda kv: (kv[0], int(kv[1])), (p.split(":") for p in text.split(","))))))
print(list(map(list, zip(*sorted(zip([3, 1, 2], "cab"))))), max(map(len, text.split(","))))
print(len(list(filter(str.isdigit, text))))
