# Literals, captures and wildcards mixed in sequences.
events = [["login", "ann", 1], ["login", "bob", 0], ["logout", "ann"], ["error", 500, "x", "y"]]
for e in events:
    match e:
        case ["login", who, 1]:
            print("success", who)
        case ["login", who, _]:
            print("failure", who)
        case ["logout", _]:
            print("logout")
        case ["error", int(code), *details]:
            print("error", code, details)
