# A `continue` decides what the rest of the round writes, and nothing that stands before it.
#! case precision
#! untrusted u = "yes" | "no"
#! cfi,noninterference label before[0] control=trusted bits<=0
i = 0
before = []
after = 0
while i < 3:
    i += 1
    before = [str(i)]
    if get_variable("u") == "yes":
        continue
    after += 1
