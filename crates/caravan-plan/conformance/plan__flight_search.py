# Flights with layovers, cheapest first.
flights = [("ROM", "PAR", 120, 2), ("PAR", "NYC", 400, 8), ("ROM", "NYC", 650, 10), ("ROM", "LON", 90, 2.5), ("LON", "NYC", 380, 7.5)]

def routes(a, b, seen=()):
    for src, dst, price, hours in flights:
        if src != a or dst in seen:
            continue
        if dst == b:
            yield [src, dst], price, hours
        else:
            for path, p, h in routes(dst, b, seen + (src,)):
                yield [src] + path, price + p, hours + h

for path, price, hours in sorted(routes("ROM", "NYC"), key=lambda r: r[1]):
    print("-".join(path), price, f"{hours:.1f}h", "direct" if len(path) == 2 else f"{len(path) - 2} stop")
