# Annotations in a class body make no attributes.
class Config:
    name: str
    size: int = 5
    tags: "list[str]" = []

print(hasattr(Config, "name"), Config.size, Config.tags, hasattr(Config(), "name"))
c = Config()
c.name = 7
print(c.name)
