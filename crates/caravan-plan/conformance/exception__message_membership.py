# Messages of in on unsuitable containers.
for f in [lambda: 1 in 5, lambda: "a" in None, lambda: 1 in "abc", lambda: None in "abc"]:
    try:
        f()
    except TypeError as e:
        print(e)
