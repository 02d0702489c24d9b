# A subject may be a tuple made on the spot.
def rps(a, b):
    match a, b:
        case x, y if x == y:
            return "draw"
        case ("rock", "scissors") | ("paper", "rock") | ("scissors", "paper"):
            return "first"
        case _:
            return "second"

print(rps("rock", "rock"), rps("rock", "scissors"), rps("rock", "paper"))
