# A custom exception with pass keeps its arguments.
class NotFound(Exception):
    pass

class Gone(NotFound):
    """More specific."""

for cls in (NotFound, Gone):
    try:
        raise cls("page 1")
    except NotFound as e:
        print(repr(e), str(e), isinstance(e, Gone))
