//! Where a fault's text stands in a source file. Line breaks, indentation and the commas that a formatter puts before a
//! closing bracket do not count.

use std::ops::Range;

use super::list::Fault;

/// The one place of a fault's text.
///
/// # Errors
///
/// The text is not there exactly once, in the functions that it is said to stand in.
pub(super) fn find(source: &str, fault: &Fault) -> Result<Range<usize>, String> {
    let problem = |what: &str, count: usize| {
        Err(format!("{}: {what} is found {count} times in {}, not once", fault.id, fault.file))
    };
    let within = match &fault.function {
        None => std::iter::once(0..source.len()).collect(),
        Some(name) => functions(source, name),
    };
    if within.is_empty() {
        return problem("its function", 0);
    }
    let wanted: Vec<char> = fault.find.chars().filter(|c| !c.is_whitespace()).collect();
    let mut places = Vec::new();
    for body in within {
        let text = source.get(body.clone()).unwrap_or_default();
        let marks: Vec<(usize, char)> = text.char_indices().filter(|(_, c)| !c.is_whitespace()).collect();
        places.extend((0..marks.len()).filter_map(|first| {
            let (begin, _) = marks.get(first)?;
            let (end, c) = marks.get(matched(&marks, first, &wanted)?)?;
            Some(body.start + begin..body.start + end + c.len_utf8())
        }));
    }
    match places.as_slice() {
        [place] => Ok(place.clone()),
        _ => problem(&format!("`{}`", fault.find.trim()), places.len()),
    }
}

/// The last mark of the text if it begins at `first`.
fn matched(marks: &[(usize, char)], first: usize, wanted: &[char]) -> Option<usize> {
    let mut at = first;
    let mut wanted = wanted.iter().peekable();
    let mut last = None;
    while let Some(&&want) = wanted.peek() {
        let &(_, found) = marks.get(at)?;
        if found == want {
            last = Some(at);
            wanted.next();
        } else {
            let closes = marks.get(at + 1).is_some_and(|(_, next)| matches!(next, ')' | ']' | '}'));
            if found != ',' || !closes || last.is_none() {
                return None;
            }
        }
        at += 1;
    }
    last
}

/// The functions of that name, each from its `fn` to the brace that closes it.
fn functions(source: &str, name: &str) -> Vec<Range<usize>> {
    let head = format!("fn {name}");
    source
        .match_indices(&head)
        .filter(|(at, _)| {
            source.get(at + head.len()..).is_some_and(|rest| rest.starts_with('(') || rest.starts_with('<'))
        })
        .map(|(at, _)| {
            let line = source.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |line| line + 1);
            let text = source.get(line..).unwrap_or_default();
            let indent: String = text.chars().take_while(|c| *c == ' ').collect();
            let closing = format!("\n{indent}}}");
            at..text.find(&closing).map_or(source.len(), |end| line + end + closing.len())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(function: Option<&str>, find: &str) -> Fault {
        Fault {
            area: String::new(),
            id: "x".to_owned(),
            rule: String::new(),
            file: "f.rs".to_owned(),
            function: function.map(ToOwned::to_owned),
            find: find.to_owned(),
            with: String::new(),
            raw: false,
        }
    }

    const SOURCE: &str =
        "fn a() {\n    join(x, y);\n}\n\nfn b(x: u8) {\n    join(\n        x,\n        y,\n    );\n}\n";

    #[test]
    fn a_text_is_found_however_it_is_laid_out() {
        let place = find(SOURCE, &fault(Some("b"), "join(x, y);"));
        let text = place.map(|place| SOURCE.get(place).unwrap_or_default().to_owned());
        assert_eq!(text.as_deref(), Ok("join(\n        x,\n        y,\n    );"));
    }

    #[test]
    fn a_text_that_stands_there_twice_or_never_is_a_problem() {
        assert!(find(SOURCE, &fault(None, "join(x, y)")).is_err());
        assert!(find(SOURCE, &fault(None, "meet(x, y)")).is_err());
        assert!(find(SOURCE, &fault(Some("c"), "join(x, y)")).is_err());
        assert!(find(SOURCE, &fault(Some("a"), "join(x, y)")).is_ok());
    }
}
