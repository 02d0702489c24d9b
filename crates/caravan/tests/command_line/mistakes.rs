//! The mistakes that planners make: each is shown with its line, what is wrong and what to do.

use std::fmt::Write;

use crate::{assert_no_inside, with_input};

/// A name for the mistake, and a plan that makes it.
const MISTAKES: &[(&str, &str)] = &[
    // Found before anything runs.
    ("a module that is not there", "import os\nprint(os.listdir())\n"),
    ("a misspelt module", "from dateime import date\n"),
    ("a file", "with open('notes.txt') as f:\n    print(f.read())\n"),
    ("a missing colon", "total = 1\nif total > 0\n    print(total)\n"),
    ("an open bracket", "names = ['a', 'b'\nprint(names)\n"),
    ("a wrong indentation", "def f():\n    x = 1\n      y = 2\n    return x\n"),
    ("an evaluated text", "print(eval('1 + 1'))\n"),
    ("an awaited call", "def search():\n    return 1\nrows = await search()\n"),
    ("the machinery behind a value", "print([].__class__.__subclasses__())\n"),
    // Found while it runs.
    ("a misspelt name", "messages = [1]\nprint(len(mesages))\n"),
    ("a misspelt tool", "rows = serch('rent')\n"),
    ("a forgotten import of a name", "day = timedelta(days=1)\n"),
    ("a forgotten import of a module", "print(json.loads('[1]'))\n"),
    ("a misspelt import", "from datetime import datetime, timdelta\n"),
    ("an import from the wrong module", "from typing import dataclass\n"),
    ("a misspelt method", "print('abc'.uper())\n"),
    (
        "a misspelt field",
        "from pydantic import BaseModel\nclass Mail(BaseModel):\n    subject: str\n    body: str\n\
         mail = Mail(subject='a', body='b')\nprint(mail.subjet)\n",
    ),
    ("a dictionary read by attribute", "row = {'name': 'Ann'}\nprint(row.name)\n"),
    ("a list read as an element", "rows = [{'name': 'Ann'}]\nprint(rows['name'])\n"),
    ("a text read as a record", "answer = 'Ann, 31'\nprint(answer.name)\n"),
    ("a text read as a dictionary", "answer = '{\"a\": 1}'\nprint(answer['a'])\n"),
    ("nothing found", "rows = []\nfirst = next((r for r in rows), None)\nprint(first.name)\n"),
    ("a misspelt argument", "def send(to, body):\n    return to\nsend(too='Ann', body='hi')\n"),
    ("a missing argument", "def send(to, body):\n    return to\nsend('Ann')\n"),
    ("a misspelt argument of an agent", "billing(mesage='Pay.')\n"),
    (
        "a moment compared with a text",
        "from datetime import datetime\nprint(datetime(2026, 5, 1) < '2026-06-01')\n",
    ),
    (
        "a moment with a zone compared with one without",
        "from datetime import datetime, timezone\n\
         print(datetime(2026, 5, 1) < datetime(2026, 5, 1, tzinfo=timezone.utc))\n",
    ),
    ("a number joined to a text", "count = 3\nprint('found ' + count)\n"),
    ("a key that is not there", "row = {'name': 'Ann'}\nprint(row['age'])\n"),
    ("the first of nothing", "rows = []\nprint(rows[0])\n"),
    ("prose read as JSON", "import json\nprint(json.loads('The total is 3'))\n"),
    (
        "a value that a model does not take",
        "from pydantic import BaseModel, Field\nclass Item(BaseModel):\n    price: float = Field(gt=0)\n\
         Item(price=-1)\n",
    ),
    ("a variable that a function only reads first", "total = 0\ndef add(n):\n    total += n\nadd(1)\n"),
    ("a recursion without an end", "def f(n):\n    return f(n + 1)\nf(0)\n"),
];

#[test]
fn each_mistake_is_shown_with_its_line_what_is_wrong_and_what_to_do() {
    let mut shown = String::new();
    for (name, plan) in MISTAKES {
        let (code, out, err) =
            with_input(&["try", "--tool", "search=1", "--agent", "billing=\"done\""], plan);
        assert_eq!((code, out.as_str()), (1, ""), "{name}: {err}");
        assert_no_inside(&err);
        assert!(err.contains("<stdin>:"), "{name} has no place: {err}");
        let _ = writeln!(shown, "── {name}\n{err}");
    }
    insta::assert_snapshot!(shown);
}
