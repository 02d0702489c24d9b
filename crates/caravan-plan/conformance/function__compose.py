# Composing functions given as *args.
def compose(*fs):
    def run(x):
        for f in fs:
            x = f(x)
        return x
    return run

clean = compose(str.strip, str.lower, lambda s: s.replace(" ", "-"))
print(clean("  Hello World "))
print(compose()(3))
