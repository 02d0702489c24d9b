# An exception is an ordinary object.
try:
    [1][5]
except Exception as e:
    print(isinstance(e, LookupError), isinstance(e, KeyError), isinstance(e, (TypeError, IndexError)))
    err = e
print(err, type(err) is IndexError, type(err))
