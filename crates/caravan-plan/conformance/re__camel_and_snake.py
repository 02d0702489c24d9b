# Case conversion.
import re
print([re.sub(r"(?<!^)(?=[A-Z])", "_", s).lower() for s in ["camelCase", "HTTPServer", "x", "someLongName"]])
print(re.sub(r"_(\w)", lambda m: m[1].upper(), "snake_case_name"))
print(re.sub(r"[^a-z0-9]+", "-", "Hello, World!".lower()).strip("-"))
