# chain and chain.from_iterable.
from itertools import chain
print(list(chain([1], "ab", (2,))), list(chain()), list(chain.from_iterable([[1, 2], [], [3]])))
rows = {"a": [1, 2], "b": [3]}
print(sum(chain.from_iterable(rows.values())), sorted(chain(*rows.values()), reverse=True))
