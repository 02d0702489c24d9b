# A mutable class attribute is shared by all instances.
class Team:
    members = []

    def add(self, name):
        self.members.append(name)

x, y = Team(), Team()
x.add("ann")
y.add("bob")
print(x.members, y.members is Team.members)
x.members = ["own"]
print(x.members, y.members)
