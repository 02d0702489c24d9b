//! Texts and bytes that are made large.

use caravan_plan::Limits;

use super::{limits, meet, meet_within, print, raise};

#[test]
fn a_text_larger_than_the_limit_is_never_built() {
    meet(
        "string",
        &[
            "'a' * 10**12",
            "'a' * 2**62",
            "'é' * (10**12 + 1)",
            "x = 'a' * 1000\nwhile True:\n    x += x",
            "x = 'a' * 1000\nwhile True:\n    x = x + x",
            "x = 'a' * 1000\nwhile True:\n    x = f'{x}{x}'",
            "x = 'a' * 1000\nwhile True:\n    x = '%s%s' % (x, x)",
            "x = 'a' * 1000\nwhile True:\n    x = '{0}{0}'.format(x)",
            "x = 'ab' * 1000\nwhile True:\n    x = x.replace('a', x)",
            "('a' * 10**6).replace('', 'b' * 100)",
            "','.join(['a' * 10**6] * 1000)",
            "('a' * 10**6).join(['b'] * 1000)",
            "'a'.ljust(10**12)",
            "'a'.rjust(10**12, 'é')",
            "'a'.center(2**62)",
            "'-1'.zfill(10**12)",
            "'\\t'.expandtabs(10**12)",
            "('\\t' * 10**5).expandtabs(10**4)",
            "f'{1:{10**12}}'",
            "f'{1.0:.{10**9}f}'",
            "f'{1:0{10**9},}'",
            "f\"{'a':>{10**12}}\"",
            "format('a', '>1000000000000')",
            "'{:>1000000000000}'.format(1)",
            "'%1000000000000d' % 1",
            "'%.1000000000f' % 1.0",
            "'%*d' % (10**12, 1)",
            "'ab'.translate({97: 'x' * 10**7, 98: 'y' * 10**7})",
            "('a' * 10**5).translate({97: 'x' * 10**4})",
            "import textwrap\ntextwrap.indent('a\\n' * 10**5, 'x' * 10**4)",
            "import textwrap\ntextwrap.fill('a ' * 10**5, 5, subsequent_indent='x' * 10**4)",
            "import string\nstring.Template('$a' * 10**4).substitute(a='x' * 10**5)",
            "import re\nre.sub('', 'x' * 10**4, 'a' * 10**5)",
            "import re\nre.sub('a', lambda m: 'x' * 10**3, 'a' * 5000)",
            "import re\nre.sub('(a+)', r'\\1' * 10**3, 'a' * 10**5)",
            "import json\njson.dumps(['a' * 10**6] * 100)",
            "import json\njson.dumps([[[1]]], indent=10**9)",
            "import json\njson.dumps(['\\x00' * 10**6] * 10)",
            "print(['a' * 1000] * 10**5)",
            "str(range(10)) * 10**9",
            "b'a' * 10**12",
            "bytes(10**12)",
            "(1).to_bytes(10**12, 'big')",
            "b'a'.center(10**12)",
            "b','.join([b'a' * 10**6] * 1000)",
            "x = b'a' * 1000\nwhile True:\n    x += x",
            "('a' * 10**7).encode('utf-32') + b'a' * 10**7 if False else ('ab' * 10**7)",
            "import datetime\ndatetime.date(2024, 1, 1).strftime('%A' * 10**6 * 4)",
            "ascii('\\U0001f980' * 10**6 * 3)",
            "repr('\\x00' * 10**7)",
            "('\\u0390' * 10**7)",
            "('ŉ' * 7 * 10**6).upper()",
        ],
    );
}

#[test]
fn texts_that_fit_the_limit_one_by_one_are_counted_together() {
    meet_within(
        &Limits { string: 32 << 20, steps: 100_000_000, ..limits() },
        "memory",
        &[
            "xs = []\nwhile True:\n    xs.append('a' * 10**6)",
            "xs = {}\nfor i in range(10**6):\n    xs[i] = 'a' * 10**6",
            "xs = ['a' * 10**7 + str(i) for i in range(10**6)]",
            "('a,' * 8 * 10**6).split(',')",
            "list('é' * 8 * 10**6)",
            "('a\\n' * 8 * 10**6).splitlines()",
            "import re\nre.findall('a', 'a' * 10**7)",
            "import re\nre.split('a', 'a' * 10**7)",
            "import re\nlist(re.finditer('(a)', 'a' * 10**7))",
        ],
    );
}

#[test]
fn what_a_plan_prints_is_bounded() {
    meet_within(
        &Limits { string: 32 << 20, ..limits() },
        "output",
        &["while True:\n    print('a' * 1000)", "print('a' * 10**7)", "print(*['a' * 1000] * 10**4)"],
    );
}

#[test]
fn odd_sizes_of_texts_raise_what_they_raise_in_cpython() {
    raise(&[
        ("'a' * 10**30", "OverflowError: cannot fit 'int' into an index-sized integer"),
        ("'a'.ljust(10**30)", "OverflowError: Python int too large to convert to C ssize_t"),
        ("bytes(-1)", "ValueError: negative count"),
        ("f\"{'a':{10**30}}\"", "ValueError: Too many decimal digits in format string"),
        ("'{:{}}'.format(1, 10**30)", "ValueError: Too many decimal digits in format string"),
    ]);
    print(&[("print(len('a' * -10**30 if False else ''))", "0"), ("print('a' * -1, ''.join([]))", "")]);
}
