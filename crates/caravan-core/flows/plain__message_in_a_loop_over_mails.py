# A written message inside a loop over untrusted mails, the mail in `variables`.
#! case precision
#! untrusted u = ["one", "two", "three"]
#! child child = "done"
#! explicit gate child#* allow
#! cfi gate child#* allow bits<=0
#! cfi calls child 3
for mail in get_variable("u"):
    child("File this mail.", variables={"mail": mail})
