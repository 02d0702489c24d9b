# The builtin exception tree as planners rely on it.
pairs = [(KeyError, LookupError), (IndexError, LookupError), (ZeroDivisionError, ArithmeticError), (OverflowError, ArithmeticError),
         (UnicodeDecodeError, ValueError), (NotImplementedError, RuntimeError), (RecursionError, RuntimeError), (ValueError, Exception),
         (StopIteration, Exception), (KeyboardInterrupt, Exception), (AssertionError, Exception), (NameError, Exception),
         (UnboundLocalError, NameError), (TimeoutError, OSError), (FileNotFoundError, OSError), (PermissionError, OSError)]
for a, b in pairs:
    print(issubclass(a, b), end=" ")
print()
