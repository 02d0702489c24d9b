# NotImplementedError without and with a message.
class Base:
    def run(self):
        raise NotImplementedError

class Sub(Base):
    def run(self):
        return "sub"

print(Sub().run())
Base().run()
