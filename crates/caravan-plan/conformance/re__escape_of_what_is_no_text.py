# re.escape of what is neither text nor bytes says so as str() would.
import re
for value in [5, None, [1], ("a",), 1.5]:
    try:
        print(re.escape(value))
    except TypeError as e:
        print(e)
print(re.escape("a.b*c"), re.escape(""))
