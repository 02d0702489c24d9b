# NotImplementedError in a base class.
class Base:
    def run(self):
        raise NotImplementedError("subclass must define run")

class Good(Base):
    def run(self):
        return "ran"

for c in (Good, Base):
    try:
        print(c().run())
    except NotImplementedError as e:
        print(e)
