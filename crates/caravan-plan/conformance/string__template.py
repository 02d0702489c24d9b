# Template.substitute and safe_substitute.
from string import Template
t = Template("Dear $name, you owe $$${amount}.")
print(t.substitute(name="Ann", amount=5), t.substitute({"name": "Bob"}, amount="1.50"))
print(t.safe_substitute(name="Cy"))
try:
    t.substitute(name="x")
except KeyError as e:
    print("missing", e)
