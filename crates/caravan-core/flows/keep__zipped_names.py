# Written names beside untrusted values, paired and taken apart again.
#! case precision
#! untrusted u = "x"
#! untrusted v = "y"
#! child child = "done"
#! all gate child#* allow bits<=0
#! all calls child 2
names = ["Ann", "Bob"]
for name, value in zip(names, [get_variable("u"), get_variable("v")]):
    child(f"Write to {name}", variables={"text": value})
