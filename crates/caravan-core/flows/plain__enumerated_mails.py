# The same with `enumerate`, whose number is not used in the message.
#! case precision
#! untrusted u = ["one", "two", "three"]
#! child child = "done"
#! cfi gate child#* allow bits<=0
#! cfi calls child 3
for i, e in enumerate(get_variable("u")):
    print(i)
    child("File this mail.", variables={"mail": e})
