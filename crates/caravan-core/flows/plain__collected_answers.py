# Answers collected in a list of the plan's own and handed on whole.
#! case precision
#! untrusted u = "one"
#! child reader = "a bill"
#! child writer = "done"
#! all gate reader#* allow bits<=0
#! all gate writer#1 allow bits<=0
answers = []
for part in ["subject", "body"]:
    answers.append(reader(f"Summarise the {part}.", variables={"mail": get_variable("u")}))
writer("Write one summary.", variables={"parts": answers})
