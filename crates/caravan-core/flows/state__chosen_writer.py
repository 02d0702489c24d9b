# Which of two tools writes is chosen by a table.
#! case attack
#! untrusted u = "a" | "b"
#! tool write_a effect reads= writes=a = "ok"
#! tool write_b effect reads= writes=b = "ok"
#! tool read_a trusted reads=a = "x" | ""
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
writers = {"a": write_a, "b": write_b}
writers[get_variable("u")]("x")
child(read_a())
