# Messages of missing attributes on instances and classes.
class Event:
    pass

try:
    Event().title
except AttributeError as e:
    print(e)
try:
    Event.title
except AttributeError as e:
    print(e)
