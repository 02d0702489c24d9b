//! Where the policies of a file begin and end.

use std::ops::Range;

/// The bytes of each policy of a file, annotations included. Comments and texts may hold anything.
pub(crate) fn statements(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    let mut state = State::Between;
    let mut previous = ' ';
    for (at, c) in text.char_indices() {
        state = match (state, c) {
            (State::Comment, '\n') => State::Between,
            (State::Comment, _) => State::Comment,
            (State::Text, '\\') => State::Escaped,
            (State::Escaped, _) => State::Text,
            (State::Text, '"') => State::Between,
            (State::Text, _) => State::Text,
            (State::Between, '/') if previous == '/' => {
                // The first stroke is no beginning of a policy.
                start = start.filter(|start| at.checked_sub(1) != Some(*start));
                State::Comment
            }
            (State::Between, '"') => State::Text,
            (State::Between, ';') => {
                if let Some(start) = start.take() {
                    found.push(start..at + 1);
                }
                State::Between
            }
            (State::Between, c) => {
                if !c.is_whitespace() && start.is_none() {
                    start = Some(at);
                }
                State::Between
            }
        };
        previous = if state == State::Between { c } else { ' ' };
    }
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Between,
    Comment,
    Text,
    Escaped,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_begins_after_comments_and_ends_at_its_own_semicolon() {
        let text = "// one; two\npermit(principal, action, resource); // three;\n@ask(\"a;\\\"b\")\nforbid(principal,\n  \
                    // not; here\n  action, resource);\n";
        let found: Vec<&str> = statements(text).into_iter().filter_map(|range| text.get(range)).collect();
        let [first, second] = &found[..] else { panic!("{found:?}") };
        assert_eq!(*first, "permit(principal, action, resource);");
        assert!(second.starts_with("@ask(\"a;") && second.ends_with("action, resource);"), "{second}");
    }
}
