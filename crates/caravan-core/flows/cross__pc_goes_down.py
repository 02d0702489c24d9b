# A child that was called under a guard works under that guard.
#! case attack
#! untrusted u = "yes"
#! tool send effect = "sent"
#! plan mid
#| send(text="hello")
#| return "done"
#! cfi gate mid#1 allow
#! cfi pc send#1 untrusted
#! noninterference gate mid#1 deny because=control
if get_variable("u") == "yes":
    mid("Send it.")
