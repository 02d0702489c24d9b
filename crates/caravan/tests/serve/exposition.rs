//! A strict reader of the text form of Prometheus, version 0.0.4.

use std::collections::{BTreeMap, BTreeSet};

/// Every sample by its name with labels, as it stands.
///
/// # Panics
///
/// The text is not of that form: a sample belongs to no family told of before it, a family has no `HELP` or `TYPE` or is told
/// of twice, a name, label or value is none, a sample stands twice, or a histogram's buckets do not add up.
pub fn samples(text: &str) -> BTreeMap<String, f64> {
    assert!(text.ends_with('\n'), "the last line has no end: {text}");
    let (mut helped, mut types) = (BTreeSet::new(), BTreeMap::new());
    let (mut family, mut told) = (String::new(), BTreeMap::new());
    for line in text.lines() {
        if let Some(help) = line.strip_prefix("# HELP ") {
            let (name, words) = help.split_once(' ').unwrap();
            assert!(helped.insert(name) && !words.is_empty(), "{line}");
        } else if let Some(kind) = line.strip_prefix("# TYPE ") {
            let (name, kind) = kind.split_once(' ').unwrap();
            assert!(["counter", "gauge", "histogram"].contains(&kind) && helped.contains(name), "{line}");
            assert!(types.insert(name, kind).is_none(), "{line}");
            family = name.to_owned();
        } else {
            assert!(!line.starts_with('#'), "{line}");
            let (sample, value) = line.rsplit_once(' ').unwrap();
            let (name, labels) = sample.split_once('{').unwrap_or((sample, "}"));
            let rest = name.strip_prefix(&family).unwrap_or_else(|| panic!("{line} is not in {family}"));
            let suffixes: &[&str] = match types.get(family.as_str()).copied() {
                Some("histogram") => &["_bucket", "_sum", "_count"],
                Some("counter") if family.ends_with("_total") => &[""],
                Some("gauge") => &[""],
                other => panic!("{line}: {other:?}"),
            };
            assert!(suffixes.contains(&rest) && is_name(name), "{line}");
            read_labels(labels.strip_suffix('}').unwrap_or_else(|| panic!("{line}")));
            let value: f64 = value.parse().unwrap_or_else(|_| panic!("{line}"));
            assert!(told.insert(sample.to_owned(), value).is_none(), "{line} stands twice");
        }
    }
    for (family, _) in types.iter().filter(|(_, kind)| **kind == "histogram") {
        let of = |suffix: &str| -> Vec<(&String, f64)> {
            let begins = format!("{family}{suffix}");
            told.iter()
                .filter(|(key, _)| key.starts_with(&begins))
                .map(|(key, value)| (key, *value))
                .collect()
        };
        for (count, number) in of("_count") {
            let labels = count.split_once('{').map_or("", |(_, labels)| labels.trim_end_matches('}'));
            let mut buckets: Vec<(f64, f64)> = of("_bucket")
                .iter()
                .filter(|(key, _)| labels.is_empty() || key.contains(labels))
                .map(|(key, value)| {
                    let at = key.find(",le=\"").or_else(|| key.find("{le=\"")).unwrap();
                    let bound = key.get(at + 5..).and_then(|rest| rest.split_once('"')).unwrap().0;
                    (bound.replace("+Inf", "inf").parse().unwrap(), *value)
                })
                .collect();
            buckets.sort_by(|one, other| one.0.total_cmp(&other.0));
            assert!(buckets.is_sorted_by(|one, other| one.1 <= other.1), "{buckets:?}");
            assert_eq!(buckets.last().copied(), Some((f64::INFINITY, number)), "{count}");
        }
    }
    told
}

fn is_name(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// `name="value",...`
fn read_labels(mut rest: &str) {
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"").unwrap_or_else(|| panic!("{rest}"));
        assert!(is_name(name), "{rest}");
        let mut is_escaped = false;
        let end = after.find(|letter| {
            let ends = letter == '"' && !is_escaped;
            is_escaped = letter == '\\' && !is_escaped;
            ends
        });
        let after = after.get(end.unwrap_or_else(|| panic!("{rest}")) + 1..).unwrap();
        rest = after.strip_prefix(',').unwrap_or(after);
        assert!(after.is_empty() || after.len() > rest.len(), "{after}");
    }
}
