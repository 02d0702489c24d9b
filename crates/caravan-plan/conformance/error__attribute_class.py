# A missing attribute of a class.
class Config:
    debug = True

print(Config.debug)
print(Config.verbosity)
print("never")
