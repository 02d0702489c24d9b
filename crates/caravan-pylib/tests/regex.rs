//! Patterns match, split, replace and fail as those of Python's `re`.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "the cases are our own")]

mod table;

use caravan_pylib::error::{PyError, PyErrorKind, PyResult};
use caravan_pylib::regex::{FindAllItem, Flags, Match, Mode, Pattern, Subject, Template, escape};

const LIMIT: usize = 1_000_000;
const STEPS: u64 = 50_000_000;

fn size(text: &str) -> usize {
    text.parse().unwrap_or_else(|_| panic!("not a size: {text}"))
}

fn spans(found: &Match) -> String {
    let spans: Vec<String> = (0..=found.groups())
        .map(|group| match found.span(group) {
            Some((start, end)) => format!("{start}-{end}"),
            None => "none".to_owned(),
        })
        .collect();
    let last = found.last_index().map_or(String::new(), |group| format!(" last {group}"));
    format!("{}{last}", spans.join(" "))
}

fn answer(operation: &str, a: &[&str]) -> PyResult<String> {
    if operation == "escape" {
        return Ok(escape(a[0]));
    }
    let flags = Flags::from_bits(a[1].parse().unwrap());
    let pattern = Pattern::compile(a[0], flags)?;
    let mut budget = STEPS;
    let subject = Subject::new(a.get(2).copied().unwrap_or(""));
    Ok(match operation {
        "compile" => {
            let names: Vec<String> =
                pattern.group_names().iter().map(|(name, group)| format!(" {name}={group}")).collect();
            format!("{} {}{}", pattern.flags().bits(), pattern.groups(), names.join(""))
        }
        "repr" => pattern.repr(),
        "search" | "match" | "fullmatch" => {
            let mode = match operation {
                "search" => Mode::Search,
                "match" => Mode::Match,
                _ => Mode::FullMatch,
            };
            match pattern.find(&subject, size(a[3]), size(a[4]), mode, &mut budget)? {
                Some(found) => format!("{} {}", spans(&found), found.repr(&subject)),
                None => "None".to_owned(),
            }
        }
        "finditer" => {
            let mut scan = pattern.scan(&subject, 0, usize::MAX);
            let mut all = Vec::new();
            while let Some(found) = scan.next(&mut budget)? {
                all.push(spans(&found));
            }
            all.join("; ")
        }
        "findall" => {
            let items = pattern.find_all(&subject, 0, usize::MAX, LIMIT, &mut budget)?;
            let items: Vec<String> = items
                .into_iter()
                .map(|item| match item {
                    FindAllItem::Text(text) => text,
                    FindAllItem::Groups(texts) => texts.join(","),
                })
                .collect();
            items.join(";")
        }
        "split" => {
            let pieces = pattern.split(&subject, size(a[3]), LIMIT, &mut budget)?;
            let pieces: Vec<String> =
                pieces.into_iter().map(|piece| piece.unwrap_or_else(|| "None".to_owned())).collect();
            pieces.join(";")
        }
        "subn" => {
            let template = Template::parse(a[3], &pattern)?;
            let (text, count) = pattern.substitute(&template, &subject, size(a[4]), LIMIT, &mut budget)?;
            format!("{count} {text}")
        }
        _ => return Err(PyError::value_error(format!("no such operation: {operation}"))),
    })
}

#[test]
fn patterns_answer_as_python_answers() {
    table::check(include_str!("regex.txt"), answer);
}

#[test]
fn a_pattern_that_would_take_forever_meets_a_limit() {
    let pattern = Pattern::compile("(a+)+$", Flags::NONE).unwrap();
    let text = format!("{}b", "a".repeat(60));
    let mut budget = 1_000_000;
    let found = pattern.find(&Subject::new(&text), 0, usize::MAX, Mode::Search, &mut budget);
    assert_eq!(found.unwrap_err().kind, PyErrorKind::Limit("regex_time"));
    assert_eq!(budget, 0, "the budget is used up");
}

#[test]
fn a_search_takes_its_steps_off_the_budget() {
    let pattern = Pattern::compile("b", Flags::NONE).unwrap();
    let mut budget = 1_000;
    assert!(pattern.find(&Subject::new("ab"), 0, usize::MAX, Mode::Search, &mut budget).unwrap().is_some());
    assert!((900..1_000).contains(&budget), "{budget} steps are left");
}

#[test]
fn nested_groups_meet_a_limit_instead_of_the_stack() {
    let pattern = format!("{}{}", "(".repeat(100_000), ")".repeat(100_000));
    let error = Pattern::compile(&pattern, Flags::NONE).unwrap_err();
    assert_eq!(error.kind, PyErrorKind::Limit("depth"));
}

#[test]
fn a_replacement_longer_than_allowed_meets_a_limit() {
    let pattern = Pattern::compile("a", Flags::NONE).unwrap();
    let template = Template::parse(&"x".repeat(1_000), &pattern).unwrap();
    let text = "a".repeat(1_000);
    let mut budget = STEPS;
    let error = pattern.substitute(&template, &Subject::new(&text), 0, 100_000, &mut budget).unwrap_err();
    assert_eq!(error.kind, PyErrorKind::Limit("text"));
}
