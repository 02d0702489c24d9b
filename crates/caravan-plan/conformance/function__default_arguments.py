# Defaults fill what a call leaves out.
def greet(name, greeting="Hello", mark="!"):
    return f"{greeting}, {name}{mark}"

print(greet("Ann"))
print(greet("Ann", "Hi"))
print(greet("Ann", mark="?"))
print(greet(greeting="Yo", name="Bob"))
