//! What to write where the text is no Python: the slips of those who write other languages, too.

/// Signs of other languages, and what they are in this one.
const SIGNS: &[(&str, &str)] = &[
    ("&&", "write `and`"),
    ("||", "write `or`"),
    ("++", "write `+= 1`"),
    ("--", "write `-= 1`"),
    ("===", "write `==`"),
    ("!", "write `not`"),
    ("\u{2018}", "write straight quotes: `'`"),
    ("\u{2019}", "write straight quotes: `'`"),
    ("\u{201c}", "write straight quotes: `\"`"),
    ("\u{201d}", "write straight quotes: `\"`"),
    ("\u{2013}", "write `-`"),
    ("\u{2014}", "write `-`"),
];

/// What statements of other languages begin with, and what they are in this one.
const BEGINNINGS: &[(&str, &str)] = &[
    ("print \"", "write `print(...)`"),
    ("print '", "write `print(...)`"),
    ("print f", "write `print(...)`"),
    ("elseif ", "write `elif`"),
    ("else if ", "write `elif`"),
    ("switch ", "write `match VALUE:` with `case` lines"),
    ("const ", "write `name = value`"),
    ("let ", "write `name = value`"),
    ("var ", "write `name = value`"),
    ("function ", "write `def name(...):`"),
];

/// The remedy for what the parser stumbles over at a place of the text, where it is a common slip.
pub(super) fn remedy(source: &str, at: usize) -> Option<&'static str> {
    let (before, after) = source.split_at_checked(at)?;
    let begins = before.rfind('\n').map_or(0, |end| end + 1);
    let ends = after.find('\n').map_or(source.len(), |end| at + end);
    let line = source.get(begins..ends)?;
    let begun = line.trim_start();
    let beginning = BEGINNINGS.iter().find(|(text, _)| begun.starts_with(text));
    if let Some((_, remedy)) = beginning {
        return Some(*remedy);
    }
    let column = at - begins;
    let near = |sign: &str| line.match_indices(sign).any(|(place, _)| place.abs_diff(column) <= sign.len());
    if let Some((_, remedy)) = SIGNS.iter().find(|(sign, _)| near(sign)) {
        return Some(*remedy);
    }
    let tests = ["if ", "elif ", "while "].iter().any(|word| begun.starts_with(word));
    (tests && line.get(column..).is_some_and(|rest| rest.trim_start().starts_with("= ")))
        .then_some("compare with `==`")
}

#[cfg(test)]
mod tests {
    use crate::{Environment, compile};

    #[test]
    fn a_slip_of_another_language_is_told_what_to_write() {
        let slips = [
            ("a = b && c", "`and`"),
            ("a = b || c", "`or`"),
            ("x = 1\nx++", "`+= 1`"),
            ("if x = 5:\n    pass", "`==`"),
            ("print \"hello\"", "`print(...)`"),
            ("if a:\n    pass\nelseif b:\n    pass", "`elif`"),
            ("x = \u{201c}text\u{201d}", "straight quotes"),
            ("const x = 1", "`name = value`"),
            ("if !a:\n    pass", "`not`"),
        ];
        for (plan, remedy) in slips {
            let findings = compile(plan, &Environment::default()).err().unwrap_or_default();
            let fix = findings.first().and_then(|finding| finding.fix.clone()).unwrap_or_default();
            assert!(fix.contains(remedy), "{plan}: {fix:?}");
        }
        let findings = compile("x = (1,\ny = \"a && b\"", &Environment::default()).err().unwrap_or_default();
        assert!(findings.iter().all(|finding| finding.fix.is_none()), "{findings:?}");
    }
}
