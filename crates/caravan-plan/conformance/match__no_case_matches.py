# Without a matching case nothing happens.
match "z":
    case "a":
        print("a")
    case "b":
        print("b")
print("after")
