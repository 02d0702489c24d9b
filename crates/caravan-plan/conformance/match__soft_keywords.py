# match, case and _ are ordinary names elsewhere.
match = 5
case = [match]
print(match, case)
_ = "underscore"
match _:
    case "underscore":
        print("matched")
print(_)
