# A bare except catches everything.
try:
    undefined_thing
except:
    print("caught something")
try:
    raise KeyboardInterrupt
except Exception:
    print("not here")
except BaseException as e:
    print(repr(e))
