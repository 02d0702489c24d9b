# The usual extractions.
import re
text = "Write to ann.lee+x@mail.example.com or bob@x.org; see https://example.com/a?b=1 and http://x.org."
print(re.findall(r"[\w.+-]+@[\w-]+\.[\w.]+\w", text))
print(re.findall(r"https?://[^\s;]+", text), re.search(r"//([^/]+)/", text).group(1))
