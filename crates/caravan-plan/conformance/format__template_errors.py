# Malformed templates, and steps that lead nowhere.
templates = ["{", "}", "{0} {}", "{} {0}", "{!x}", "{:{:{}}}", "{0[}", "{0[]}", "{0.}", "{0[0]x}", "{7}", "{x}", "{:d}", "{0[9]}", "{0[k]}"]
for template in templates:
    try:
        print(template.format(["v"]))
    except (ValueError, IndexError, KeyError, TypeError) as e:
        print(template, type(e).__name__, e)
print("{0.real:>3}|{0.imag}|{1.real}".format(5, True))
for template in ["{}", "{0}", "{y}"]:
    try:
        template.format_map({"x": 1})
    except (ValueError, KeyError) as e:
        print(type(e).__name__, e)
