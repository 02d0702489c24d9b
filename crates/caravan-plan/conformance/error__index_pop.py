# pop from an empty list.
stack = [1]
print(stack.pop())
print(stack)
print(stack.pop())
