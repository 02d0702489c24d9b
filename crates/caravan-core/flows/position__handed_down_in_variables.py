# Handed down as a value under the guard, and used by the child's plan as a message.
#! case attack
#! untrusted n = 7
#! plan mid
#| leaf(get_variable("x"))
#| return "done"
#! child mid/leaf = "done"
#! cfi gate mid#1 allow
#! cfi gate mid/leaf#1 deny because=budget bits>=19.9
n = get_variable("n")
for i in range(1000000):
    if i == n:
        mid("Take what you are given.", variables={"x": str(i)})
