//! Regular expressions that take time or room.

use super::{limits, meet, print, raise, run};

#[test]
fn a_catastrophic_pattern_meets_the_limit() {
    meet(
        "regex",
        &[
            "import re\nre.match(r'(a+)+$', 'a' * 40 + 'b')",
            "import re\nre.match(r'(a|aa)+$', 'a' * 60 + 'b')",
            "import re\nre.search(r'(x+x+)+y', 'x' * 60)",
            "import re\nre.match(r'(.*)*x', 'a' * 60)",
            "import re\nre.match(r'(a?){50}a{50}', 'a' * 50)",
            "import re\nre.sub(r'(a+)+$', '', 'a' * 40 + 'b')",
            "import re\nre.findall(r'(a+)+$', 'a' * 40 + 'b')",
            "import re\nre.split(r'(a+)+$', 'a' * 40 + 'b')",
            "import re\nre.fullmatch(r'(\\w+\\s?)+', 'a' * 40 + '!')",
            "import re\nre.match(r'((a{0,100}){0,100}){0,100}$', 'a' * 1000 + 'b')",
            "import re\nre.match(r'(?=(a+)+$)', 'a' * 40 + 'b')",
            "import re\nre.search(r'(?<!x)(a*)*\\1b', 'a' * 400)",
        ],
    );
}

#[test]
fn a_pattern_too_large_to_hold_is_refused() {
    for program in [
        "import re\nre.compile('(' * 10**5 + ')' * 10**5)",
        "import re\nre.compile('(?:' * 10**6)",
        "import re\nre.compile('a{1000000000}')",
        "import re\nre.compile('((a{1000}){1000}){1000}')",
        "import re\nre.compile('(((((a{100}){100}){100}){100}){100})')",
        "import re\nre.compile('[' * 10**6)",
        "import re\nre.compile('a|' * 10**6)",
        "import re\nre.compile('(a)' * 10**5)",
        "import re\nre.compile('a*' * 10**6)",
        "import re\nre.compile('(?P<a>' * 1000)",
        "import re\nre.match('a' * 10**6, 'a' * 10**6)",
        "import re\nre.match('(a*)' * 5000, 'a' * 5000)",
        "import re\nre.match('(?=' * 400 + 'a' + ')' * 400, 'a')",
        "import re\nre.match('(?:a|' * 400 + 'b' + ')' * 400, 'b')",
        "import re\nre.match('(?:a' * 400 + '*)' * 1 if False else 'a*' * 400, 'a' * 400)",
    ] {
        // Some compile, the others say what is wrong.
        run(program, limits());
    }
}

#[test]
fn plain_patterns_over_long_texts_are_quick() {
    print(&[
        ("import re\nprint(len(re.findall(r'\\w+', 'ab ' * 10**5)))", "100000"),
        ("import re\nprint(re.search('b', 'a' * 10**6))", "None"),
        ("import re\nprint(len(re.sub('[aeiou]', '', 'hello' * 10**5)))", "300000"),
        ("import re\nprint(re.match('.*', 'a' * 10**6).end())", "1000000"),
    ]);
    raise(&[(
        "import re\nre.compile('a' * 10 + '(')",
        "re.error: missing ), unterminated subpattern at position 10",
    )]);
}
