# A class pattern matches instances of subclasses; order of cases decides.
class Animal:
    pass

class Dog(Animal):
    pass

def f(x):
    match x:
        case Dog():
            return "dog"
        case Animal():
            return "animal"
        case _:
            return "thing"

print(f(Dog()), f(Animal()), f(3))
