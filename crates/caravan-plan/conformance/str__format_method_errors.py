# What str.format raises.
for f in [lambda: "{} {}".format(1), lambda: "{x}".format(y=1), lambda: "{5}".format(1)]:
    try:
        f()
    except IndexError as e:
        print("IndexError:", e)
    except KeyError as e:
        print("KeyError:", e)
