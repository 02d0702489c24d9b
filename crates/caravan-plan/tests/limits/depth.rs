//! Values within values, calls within calls.

use super::{limits, meet, print, raise, run};

/// Ways to nest `TIMES` deep; `x` is the value.
const NESTED: &[&str] = &[
    "x = []\nfor _ in range(TIMES):\n    x = [x]",
    "x = ()\nfor _ in range(TIMES):\n    x = (x,)",
    "x = {}\nfor _ in range(TIMES):\n    x = {'k': x}",
    "x = {}\nfor _ in range(TIMES):\n    x = {'k': [x]}",
    "from dataclasses import dataclass\n@dataclass\nclass P:\n    v: object\nx = None\nfor _ in range(TIMES):\n    x = P(x)",
    "from collections import deque\nx = deque()\nfor _ in range(TIMES):\n    x = deque([x])",
    "x = frozenset()\nfor _ in range(TIMES):\n    x = frozenset([x])",
    "x = ValueError()\nfor _ in range(TIMES):\n    x = ValueError(x)",
    "from collections import namedtuple\nP = namedtuple('P', 'v')\nx = None\nfor _ in range(TIMES):\n    x = P(x)",
    "from functools import partial\nx = len\nfor _ in range(TIMES):\n    x = partial(x)",
    "x = None\nfor _ in range(TIMES):\n    x = (lambda y: lambda: y)(x)",
    "x = None\nfor _ in range(TIMES):\n    x = slice(x)",
    "x = int\nfor _ in range(TIMES):\n    x = list[x]",
    "x = []\nfor _ in range(TIMES):\n    x = iter([x])",
    "x = []\nfor _ in range(TIMES):\n    x = {'k': x}.values()",
    "from pydantic import BaseModel\nclass M(BaseModel):\n    v: object = None\nx = None\nfor _ in range(TIMES):\n    x = M.model_construct(v=x)",
    "from collections import defaultdict\nx = None\nfor _ in range(TIMES):\n    x = defaultdict(list, k=x)",
];

/// What can be done to a value.
const USES: &[&str] = &[
    "print(x)",
    "str(x)",
    "repr(x)",
    "f'{x}'",
    "'%s' % (x,)",
    "'{}'.format(x)",
    "x == x",
    "x == y",
    "x != y",
    "x < y",
    "x in [y]",
    "[x].index(y)",
    "[x].count(y)",
    "{x: 1}",
    "{x}",
    "len(x)",
    "bool(x)",
    "list(x)",
    "sorted([x, y])",
    "max(x, y)",
    "isinstance(x, (int, str))",
    "import json\njson.dumps(x)",
    "x.copy()",
    "match x:\n    case [[[[a]]]]:\n        pass\n    case _:\n        pass",
    "x()",
    "raise x",
    "sum([x], [])",
    "[x] == [x]",
    "(x, 1) < (y, 2)",
    "str([x, y])",
    "x | x",
    "x + x",
    "x + y",
    "raise ValueError(x)",
    "print(*[x])",
    "import copy",
    "hasattr(x, 'a')",
    "x.nothing",
    "x[0]",
    "next(x)",
    "isinstance(1, x)",
    "from statistics import mode\nmode([x, y])",
    "x",
    "y = [x] * 2",
    "from collections import Counter\nCounter([x])",
    "reversed(x)",
    "from functools import reduce\nreduce(lambda a, b: a == b, [x, y])",
    "def f(a=x):\n    return a\nf()",
    "assert not x, x",
    "del x",
    "x |= x",
    "x += x",
];

#[test]
fn whatever_is_done_to_values_nested_too_deeply_ends() {
    let deep = limits();
    for nested in NESTED {
        // Once far beyond every stack for each shape, and all uses beyond the limit.
        let program = format!("{}\nprint(x)", nested.replace("TIMES", "20000"));
        run(&program, caravan_plan::Limits { steps: 1_000_000, ..deep.clone() });
    }
    for nested in NESTED {
        let made = nested.replace("TIMES", "600");
        let other = made
            .replace("x = ", "y = ")
            .replace("(x", "(y")
            .replace("[x]", "[y]")
            .replace(": x}", ": y}")
            .replace("v=x", "v=y")
            .replace("k=x", "k=y");
        for shown in USES {
            run(&format!("{made}\n{other}\n{shown}"), deep.clone());
        }
    }
}

#[test]
fn values_nested_within_the_limit_work() {
    print(&[
        ("x = []\nfor _ in range(400):\n    x = [x]\nprint(len(str(x)), x == x)", "802 True"),
        ("x = y = []\nfor _ in range(400):\n    x = [x]\n    y = [y]\nprint(x == y)", "True"),
        ("x = ()\nfor _ in range(400):\n    x = (x,)\nprint(len({x, x}))", "1"),
        (
            "import json\nx = []\nfor _ in range(400):\n    x = [x]\nprint(json.loads(json.dumps(x)) == x)",
            "True",
        ),
    ]);
}

#[test]
fn values_nested_too_deeply_raise_as_in_cpython() {
    raise(&[
        (
            "x = []\nfor _ in range(2000):\n    x = [x]\nprint(x)",
            "RecursionError: maximum recursion depth exceeded while getting the repr of an object",
        ),
        (
            "x = []\ny = []\nfor _ in range(2000):\n    x = [x]\n    y = [y]\nx == y",
            "RecursionError: maximum recursion depth exceeded in comparison",
        ),
        (
            "import json\nx = []\nfor _ in range(2000):\n    x = [x]\njson.dumps(x)",
            "RecursionError: maximum recursion depth exceeded",
        ),
        ("import json\njson.loads('[' * 10**6)", "RecursionError: maximum recursion depth exceeded"),
        ("import json\njson.loads('{\"a\":' * 10**5)", "RecursionError: maximum recursion depth exceeded"),
        (
            "x = []\nx.append(x)\ny = []\ny.append(y)\nx == y",
            "RecursionError: maximum recursion depth exceeded in comparison",
        ),
        ("import json\nx = []\nx.append(x)\njson.dumps(x)", "ValueError: Circular reference detected"),
        ("import json\nx = {}\nx['a'] = x\njson.dumps(x)", "ValueError: Circular reference detected"),
    ]);
}

#[test]
fn a_value_that_contains_itself_is_shown_and_compared() {
    print(&[
        ("x = []\nx.append(x)\nprint(x, x == x, x in x, x.index(x), len(x))", "[[...]] True True 0 1"),
        (
            "x = {}\nx['a'] = x\nprint(x, x == x, f'{x}', str(x))",
            "{'a': {...}} True {'a': {...}} {'a': {...}}",
        ),
        ("x = []\ny = [x]\nx.append(y)\nprint(x, y)", "[[[...]]] [[[...]]]"),
        ("x = [1]\nx.append((x,))\nprint(x)", "[1, ([...],)]"),
        ("from collections import deque\nx = deque()\nx.append(x)\nprint(x)", "deque([[...]])"),
        (
            "from dataclasses import dataclass\n@dataclass\nclass P:\n    v: object\np = P(1)\np.v = p\nprint(p)",
            "P(v=...)",
        ),
        ("x = []\nx.append(x)\ny = x.copy()\nprint(y == x, y)", "True [[[...]]]"),
    ]);
}

#[test]
fn calls_within_calls_raise_as_in_cpython() {
    let cases = [
        "def f():\n    return f()\nf()",
        "def f(x):\n    return [f(x)]\nf(1)",
        "f = lambda: f()\nf()",
        "class A:\n    def __repr__(self):\n        return repr(self)\nrepr(A())",
        "class A:\n    def __str__(self):\n        return str(self)\nstr(A())",
        "class A:\n    def __eq__(self, other):\n        return self == other\nA() == A()",
        "class A:\n    def __lt__(self, other):\n        return self < other\nsorted([A(), A()])",
        "class A:\n    def __len__(self):\n        return len(self)\nlen(A())",
        "class A:\n    def __add__(self, other):\n        return self + other\nA() + A()",
        "class A:\n    def __getitem__(self, key):\n        return self[key]\nA()[1]",
        "class A:\n    def __bool__(self):\n        return bool(self)\nbool(A())",
        "class A:\n    def __iter__(self):\n        return iter(self)\nlist(A())",
        "class A:\n    def __contains__(self, x):\n        return x in self\n1 in A()",
        "class A:\n    def __hash__(self):\n        return len({self})\n{A()}",
        "class A:\n    def __init__(self):\n        A()\nA()",
        "class A:\n    @property\n    def p(self):\n        return self.p\nA().p",
        "class A:\n    def __call__(self):\n        return self()\nA()()",
        "def g(n):\n    yield from g(n + 1)\nlist(g(0))",
        "def g(n):\n    for x in g(n + 1):\n        yield x\nnext(g(0))",
        "def f(x):\n    return sorted([1, 2], key=f)\nf(1)",
        "def f(x):\n    return list(map(f, [x]))\nf(1)",
        "def f(m):\n    import re\n    return re.sub('a', f, 'a')\nf(1)",
        "import json\ndef f(x):\n    return json.loads('{\"a\": 1}', object_hook=f)\nf({})",
        "import functools\n@functools.cache\ndef f(n):\n    return f(n + 1)\nf(0)",
        "import functools\ndef f(a, b):\n    return functools.reduce(f, [1, 2])\nf(1, 2)",
        "def f():\n    try:\n        return f()\n    except ValueError:\n        return 1\nf()",
        "def f(d):\n    match d:\n        case _ if f(d):\n            pass\nf(1)",
        "def f(x=1):\n    return [f() for _ in [1]]\nf()",
        "def f():\n    return f'{f()}'\nf()",
        "from collections import defaultdict\nd = defaultdict(lambda: d['x'])\nd['x']",
        "def f(a):\n    return f(a=a)\nf(1)",
    ];
    let mut wrong = Vec::new();
    for program in cases {
        let end = run(program, limits());
        if end.kind != "RecursionError" || end.limit != Some("call_depth") {
            wrong.push(format!("{program:?} ended with {:?} {}: {}", end.limit, end.kind, end.message));
        }
    }
    assert!(wrong.is_empty(), "not so:\n{}", wrong.join("\n"));
    print(&[
        (
            "def f():\n    return f()\ntry:\n    f()\nexcept RecursionError as e:\n    print(e)",
            "maximum recursion depth exceeded",
        ),
        ("def f(n):\n    return n if n == 0 else f(n - 1)\nprint(f(900))", "0"),
    ]);
}

#[test]
fn exceptions_chained_ten_thousand_times_end() {
    for program in [
        "e = ValueError(0)\nfor i in range(10**4):\n    try:\n        raise KeyError(i) from e\n    except KeyError as err:\n        e = err\nraise e",
        "e = None\nfor i in range(10**4):\n    try:\n        try:\n            raise e or ValueError(i)\n        except Exception as err:\n            raise KeyError(i)\n    except KeyError as err:\n        e = err\nraise e",
        "e = ValueError(0)\nfor i in range(10**4):\n    e = ValueError(e)\nraise e",
        "def f(n):\n    try:\n        return f(n + 1)\n    except RecursionError as e:\n        raise ValueError(n) from e\nf(0)",
        "e = ValueError()\ne.__cause__ = e if False else None\nraise e from e",
    ] {
        let end = run(program, caravan_plan::Limits { steps: 10_000_000, ..limits() });
        assert!(!end.kind.is_empty(), "{program}: {end:?}");
    }
}

/// A few bytes of a plan can stand for a tree larger than anything: what walks it is bounded.
#[test]
fn structure_that_is_shared_is_not_walked_for_ever() {
    meet("steps", &["x = y = [1]\nfor _ in range(60):\n    x = [x, x]\n    y = [y, y]\nx == y"]);
    for program in [
        "x = (1,)\nfor _ in range(60):\n    x = (x, x)\n{x: 1}",
        "x = y = (1,)\nfor _ in range(60):\n    x = (x, x)\n    y = (y, y)\nx < y",
        "x = [1]\nfor _ in range(60):\n    x = [x, x]",
        "x = [1]\nfor _ in range(60):\n    x = [x, x]\nx",
        "x = [1]\nfor _ in range(60):\n    x = [x, x]\nraise ValueError(x)",
        "x = {'a': 1}\nfor _ in range(60):\n    x = {'a': x, 'b': x}\nx",
        "x = int\nfor _ in range(60):\n    x = (x, x)\nisinstance('a', x)",
        "from dataclasses import dataclass, asdict\n@dataclass\nclass P:\n    a: object\n    b: object\nx = None\nfor _ in range(60):\n    x = P(x, x)\nasdict(x)",
        "x = 'a'\nfor _ in range(60):\n    x = {x: x} if not isinstance(x, dict) else [x, x]\nf'{x}'",
    ] {
        run(program, caravan_plan::Limits { memory: 8 << 20, ..limits() });
    }
}
