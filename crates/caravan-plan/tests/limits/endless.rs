//! What never ends, and what would give more than anything can hold.

use caravan_plan::Limits;

use super::{limits, meet, print, raise, run};

const MODULES: &str = "\
import json, math, statistics, functools
from collections import Counter, deque
from itertools import accumulate, chain, combinations, combinations_with_replacement, compress, count, cycle, dropwhile, groupby, islice, pairwise, permutations, product, repeat, starmap, takewhile, tee, zip_longest
";

fn with_modules(programs: &[&str]) -> Vec<String> {
    programs.iter().map(|program| format!("{MODULES}{program}")).collect()
}

fn meet_with_modules(limit: &str, programs: &[&str]) {
    let programs = with_modules(programs);
    meet(limit, &programs.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn an_endless_loop_runs_out_of_steps() {
    meet_with_modules(
        "steps",
        &[
            "while True:\n    pass",
            "for x in count():\n    pass",
            "for x in cycle([1]):\n    pass",
            "for x in repeat(1):\n    pass",
            "def g():\n    while True:\n        yield 1\nfor x in g():\n    pass",
            "def g():\n    while True:\n        yield\nsum(1 for x in g())",
            "class I:\n    def __iter__(self):\n        return self\n    def __next__(self):\n        return 1\nfor x in I():\n    pass",
            "xs = [1, 2]\nfor x in xs:\n    xs.append(x)\n    xs.append(x)\n    del xs[0]\n    xs.insert(0, x)\n    xs.pop()",
            "f = lambda: True\nwhile f():\n    pass",
            "while True:\n    try:\n        raise ValueError\n    except ValueError:\n        continue",
            "while True:\n    try:\n        1 / 0\n    except Exception:\n        pass\n    finally:\n        continue",
            "next(x for x in count() if x < 0)",
            "any(x < 0 for x in count())",
            "list(x for x in count() if x < 0)",
            "def g():\n    yield from g2()\ndef g2():\n    while True:\n        yield 1\nmax(g())",
            "sorted(range(10**5), key=lambda x: sum(range(100)) and 0) and [0 for _ in count()]",
        ],
    );
}

#[test]
fn what_an_endless_iterator_gives_is_never_gathered() {
    let programs = [
        "list(count())",
        "tuple(count())",
        "set(count())",
        "frozenset(count())",
        "sorted(count())",
        "list(cycle([1]))",
        "list(repeat('a'))",
        "list(zip(count(), repeat(1)))",
        "dict(zip(count(), count()))",
        "dict.fromkeys(count())",
        "list(map(str, count()))",
        "filter(None, count(1))",
        "reversed(list(count()))",
        "sum(count())",
        "max(count())",
        "min(count())",
        "all(count(1))",
        "any(repeat(0))",
        "-1 in count()",
        "math.fsum(count())",
        "math.prod(repeat(1))",
        "statistics.mean(count())",
        "statistics.median(count())",
        "statistics.fmean(repeat(1.0))",
        "statistics.stdev(count())",
        "statistics.mode(count())",
        "a, *b = count()",
        "[*count()]",
        "print(*count())",
        "f = lambda *a: a\nf(*count())",
        "''.join(map(str, count()))",
        "''.join(repeat('a'))",
        "deque(count())",
        "deque(count(), maxlen=1)",
        "Counter(count())",
        "Counter(repeat(1))",
        "list(islice(count(), 10**12))",
        "list(islice(count(), 10**12, None))",
        "zip_longest(count(), [])",
        "list(chain(count(), []))",
        "list(chain.from_iterable(repeat([1])))",
        "list(takewhile(lambda x: True, count()))",
        "list(dropwhile(lambda x: x >= 0, count()))",
        "list(pairwise(count()))",
        "list(compress(count(), repeat(1)))",
        "list(starmap(max, repeat((1, 2))))",
        "list(groupby(repeat(1)))",
        "bytes(repeat(1))",
        "[x for x in count()]",
        "{x: x for x in count()}",
        "def g():\n    while True:\n        yield 1\nlist(g())",
        "def g():\n    while True:\n        yield 1\nx = [*g()]",
        "class I:\n    def __iter__(self):\n        return self\n    def __next__(self):\n        return 1\nlist(I())",
        "xs = [1]\nfor x in xs:\n    xs.append(x)",
        "xs = [1]\nxs.extend(x for x in repeat(2))",
        "xs = []\nxs[:] = count()",
        "{1}.union(count())",
        "{1} | set(repeat(2))",
        "{1}.issuperset(repeat(1))",
        "functools.reduce(max, count())",
        "functools.reduce(lambda a, b: b, count())",
        "min(count(), key=lambda x: -1 if x < 0 else 0)",
        "json.dumps(list(count()))",
        "str.maketrans(dict(zip(count(), count())))",
        "[0] * 10**12",
        "(0,) * 10**12",
        "list(range(10**12))",
        "[0] * 10**5 * 10**5",
        "x = [0]\nwhile True:\n    x += x",
        "x = [0]\nwhile True:\n    x = x + x",
        "x = (0,)\nwhile True:\n    x += x",
        "sorted(range(10**12))",
        "sum([[0] * 1000] * 10**6, [])",
        "list(product(range(10**4), repeat=10))",
        "product(range(100), range(100), range(100), range(100))",
        "permutations(range(50))",
        "combinations(range(60), 30)",
        "combinations_with_replacement(range(60), 30)",
        "list(zip(*[range(10**6)] * 10**4))",
        "[[0] * 10**6 for _ in range(10**6)]",
        "Counter(a=10**12).elements()",
        "list(Counter(a=10**12).elements())",
        "tee(count())",
        "x = {}\nfor i in count():\n    x[i] = i",
        "x = set()\nfor i in count():\n    x.add(i)",
        "class A:\n    pass\nxs = []\nwhile True:\n    xs.append(A())",
        "fs = []\nwhile True:\n    fs.append(lambda: fs)",
        "d = deque()\nwhile True:\n    d.append(1)",
        "a = A = None\nx = None\nwhile True:\n    x = [x] * 10",
        "math.dist([0] * 10**12, [0])",
        "statistics.quantiles([1, 2, 3], n=10**12)",
        "range(10**12)[::1] and list(range(0, -10**12, -1))",
        "'a b'.split() * 10**12",
    ];
    let mut wrong = Vec::new();
    for program in with_modules(&programs) {
        let end = run(&program, Limits { memory: 16 << 20, steps: 50_000, ..limits() });
        if !matches!(end.limit, Some("memory" | "steps" | "string")) {
            wrong.push(format!("{program:?} ended with {:?} {}: {}", end.limit, end.kind, end.message));
        }
    }
    assert!(wrong.is_empty(), "not so:\n{}", wrong.join("\n"));
}

/// `run` looks at the variables too, as `caravan try --json` does.
#[test]
fn an_endless_iterator_can_be_held_and_looked_at() {
    for program in [
        "c = count()",
        "c = cycle([1, 2])",
        "c = repeat(1)",
        "c = zip([1], count())",
        "c = [count(), count()]",
        "c = zip(count(), count())",
        "c = enumerate(count())",
        "c = map(lambda x: x, count())",
        "c = accumulate(count())",
        "c = (x for x in count())",
    ] {
        let program = format!("{MODULES}{program}\nprint(type(c).__name__)");
        let end = run(&program, limits());
        assert_eq!(end.kind, "", "{program}: {}", end.message);
    }
}

#[test]
fn ranges_of_any_length_cost_nothing() {
    print(&[
        (
            "print(len(range(10**15)), range(10**15)[-1], 10**14 in range(0, 10**15, 7))",
            "1000000000000000 999999999999999 False",
        ),
        ("print(range(10**15)[10:20], range(5, 10**18, 10**17)[3])", "range(10, 20) 300000000000000005"),
        ("for x in range(10**15):\n    if x == 3:\n        break\nprint(x)", "3"),
        (
            "print(range(10**15).index(5), range(10**15).count(7), range(0, 10**15) == range(10**15))",
            "5 1 True",
        ),
        ("print(min(range(10)), sum(range(1000)))", "0 499500"),
        (
            "import itertools\nprint(list(itertools.islice(itertools.count(10**15), 2)))",
            "[1000000000000000, 1000000000000001]",
        ),
        ("print('a' * 0, [0] * 0, [] * 10**18, () * 10**18, '' * 10**18)", " [] [] ()"),
    ]);
    raise(&[
        ("len(range(10**30))", "OverflowError: "),
        ("[0] * 10**30", "OverflowError: cannot fit 'int' into an index-sized integer"),
    ]);
}

/// Looking up in a dictionary whose keys collide is slow in CPython as well, but every look is a step here.
#[test]
fn keys_that_collide_cost_steps() {
    for program in [
        "d = {i * (2**61 - 1): i for i in range(1, 1000)}\nprint(len(d))",
        "d = {i << 64: i for i in range(1000)}\nprint(len(d))",
        "d = {float(i << 50): i for i in range(1000)}\nprint(len(d))",
        "d = {(i, -i): i for i in range(1000)}\nprint(len(d))",
        "d = {'a' * i: i for i in range(1000)}\nprint(len(d))",
        "d = {i * (2**61 - 1) for i in range(1, 1000)} & {i * (2**61 - 1) for i in range(1, 1000)}\nprint(len(d))",
        "class K:\n    def __init__(self, n):\n        self.n = n\n    def __hash__(self):\n        return 1\n    def __eq__(self, other):\n        return self.n == other.n\nd = {K(i): i for i in range(100)}\nprint(len(d))",
    ] {
        let end = run(program, limits());
        assert!(end.kind.is_empty() || end.limit == Some("steps"), "{program}: {end:?}");
    }
}

/// One instruction may do much: it costs steps in proportion.
#[test]
fn what_natives_do_to_large_values_costs_steps() {
    const LARGE: &str = "xs = list(range(20000))\nd = {x: x for x in xs}\nt = 'ab' * 500000\n";
    let cases = [
        "xs.sort()",
        "xs.reverse()",
        "xs.insert(0, xs.pop())",
        "xs.append(xs.pop(0))",
        "xs.index(19999)",
        "xs.count(-1)",
        "-1 in xs",
        "sum(xs)",
        "max(xs)",
        "any(x for x in [xs] if not x)\n    min(xs)",
        "xs == xs[:]",
        "tuple(xs)",
        "xs[:]",
        "xs * 2",
        "set(xs)",
        "sorted(xs)",
        "d.copy()",
        "list(d.items())",
        "-1 in d.values()",
        "str(xs)",
        "[*xs]",
        "for_ = (*xs,)",
        "dict(d)",
        "d == dict(d)",
        "t.find('c')",
        "t.count('b')",
        "t.upper()",
        "t.isalpha()",
        "t + t",
        "t[1:]",
        "t.encode()",
        "','.join(map(str, xs))",
        "json.dumps(xs)",
        "re.search('c', t)",
        "re.sub('c', '', t)",
        "math.fsum(xs)",
        "statistics.mean(xs)",
        "deque(xs).rotate(5)",
        "Counter(xs)",
        "{tuple(xs)}",
        "x, *y = xs",
        "f(*xs)",
        "print(len(xs), end='')\n    xs.remove(19999)\n    xs.append(19999)",
        "del xs[0]\n    xs.append(1)",
        "xs[0:0] = [1]\n    del xs[-1]",
    ];
    let mut wrong = Vec::new();
    for program in cases {
        let program = format!("{MODULES}import re\nf = lambda *a: 0\n{LARGE}while True:\n    {program}");
        let started = std::time::Instant::now();
        let end = run(&program, Limits { steps: 300_000, string: 8 << 20, ..limits() });
        let took = started.elapsed();
        if !matches!(end.limit, Some("steps")) || took > std::time::Duration::from_secs(15) {
            wrong.push(format!(
                "{program:?} ended after {took:?} with {:?} {}: {}",
                end.limit, end.kind, end.message
            ));
        }
    }
    assert!(wrong.is_empty(), "not so:\n{}", wrong.join("\n"));
}
