# A small command interpreter.
stack = []
for cmd in [("push", 3), ("push", 4), ("add",), ("push", 2), ("mul",), ("dup",), ("nop",)]:
    match cmd:
        case ("push", n):
            stack.append(n)
        case ("add" | "mul" as op,):
            b, a = stack.pop(), stack.pop()
            stack.append(a + b if op == "add" else a * b)
        case ("dup",):
            stack.append(stack[-1])
        case (name,):
            print("unknown", name)
print(stack)
