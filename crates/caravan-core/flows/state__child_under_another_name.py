# So may an agent that can write.
#! case attack
#! untrusted u = "no"
#! tool write effect reads= writes=box = "ok"
#! tool read trusted reads=box = ""
#! plan mid
#| write("x")
#| return "done"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
agent = mid
if get_variable("u") == "yes":
    agent("Mark it.")
child(read())
