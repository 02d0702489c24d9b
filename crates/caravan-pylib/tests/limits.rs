//! What could grow without a bound does not: the limits, and the cost of hostile input.

// A test may fail loudly.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unreachable,
    clippy::unwrap_used
)]

use std::time::{Duration, Instant};

use caravan_pylib::error::{PyError, PyErrorKind, PyResult};
use caravan_pylib::format::{self, Spec};
use caravan_pylib::int::{self, Integer, theory};
use caravan_pylib::json::write::{Brackets, Layout, Writer};
use caravan_pylib::json::{self, Limits};
use caravan_pylib::text::translate::Mapping;
use caravan_pylib::{bytes, percent, text};
use num_bigint::BigInt;

const LIMIT: usize = 1000;

fn limit_of<T: std::fmt::Debug>(result: PyResult<T>) -> &'static str {
    match result {
        Err(PyError { kind: PyErrorKind::Limit(name), .. }) => name,
        other => panic!("no limit was met: {other:?}"),
    }
}

fn small(value: i64) -> Integer {
    Integer::from(value)
}

/// A number of that many bits.
fn wide(bits: u32) -> Integer {
    Integer::from((BigInt::from(1) << bits) - 1)
}

fn spec(spec: &str) -> Spec {
    Spec::parse(spec, "int").expect("a specification")
}

#[test]
fn integers_stop_at_the_limit_before_they_are_computed() {
    let huge = small(i64::MAX);
    assert_eq!(limit_of(int::pow(&small(7), &huge, LIMIT)), "digits");
    assert_eq!(limit_of(int::pow(&wide(100), &small(100), LIMIT)), "digits");
    assert_eq!(limit_of(int::shl(&small(1), &huge, LIMIT)), "digits");
    assert_eq!(limit_of(int::shl(&small(1), &wide(200), LIMIT)), "digits");
    assert_eq!(limit_of(int::mul(&wide(5000), &wide(5000), LIMIT)), "digits");
    assert_eq!(limit_of(theory::lcm(&wide(5000), &wide(4999), LIMIT)), "digits");
    assert_eq!(limit_of(theory::factorial(&huge, LIMIT)), "digits");
    assert_eq!(limit_of(theory::factorial(&small(2000), LIMIT)), "digits");
    assert_eq!(limit_of(theory::comb(&huge, &small(1 << 40), LIMIT)), "digits");
    assert_eq!(limit_of(theory::perm(&huge, &huge, LIMIT)), "digits");
    assert_eq!(limit_of(theory::pow_mod(&wide(60_000), &wide(60_000), &wide(60_000))), "digits");
    assert_eq!(limit_of(int::packed::to_bytes(&small(1), i64::MAX, "big", false, LIMIT)), "text");
}

#[test]
fn integers_up_to_the_limit_are_computed() {
    assert!(int::pow(&small(2), &small(7999), LIMIT).is_ok());
    assert!(int::shl(&small(1), &small(7999), LIMIT).is_ok());
    assert!(int::mul(&wide(4000), &wide(4000), LIMIT).is_ok());
    assert!(theory::factorial(&small(900), LIMIT).is_ok());
    assert_eq!(int::shl(&small(0), &wide(200), LIMIT), Ok(small(0)));
    assert_eq!(int::pow(&small(-1), &wide(200), LIMIT), Ok(int::Power::Int(small(-1))));
}

#[test]
fn texts_stop_at_the_limit_before_they_are_built() {
    let tab: &str = "\t";
    assert_eq!(limit_of(text::repeat("ab", &small(501), LIMIT)), "text");
    assert_eq!(limit_of(text::center("a", i64::MAX, "é", LIMIT)), "text");
    assert_eq!(limit_of(text::ljust("a", i64::MAX, "é", LIMIT)), "text");
    assert_eq!(limit_of(text::rjust("a", 501, "é", LIMIT)), "text");
    assert_eq!(limit_of(text::zfill("-1", i64::MAX, LIMIT)), "text");
    assert_eq!(limit_of(text::expandtabs(tab, i64::MAX, LIMIT)), "text");
    assert_eq!(limit_of(text::replace(&"a".repeat(100), "a", &"b".repeat(100), -1, LIMIT)), "text");
    assert_eq!(limit_of(text::replace(&"a".repeat(100), "", &"b".repeat(100), -1, LIMIT)), "text");
    assert_eq!(limit_of(text::join("", std::iter::repeat("abc"), LIMIT)), "text");
    assert_eq!(limit_of(text::concat(&"a".repeat(600), &"a".repeat(600), LIMIT)), "text");
    assert_eq!(
        limit_of(text::translate(&"a".repeat(100), |_| Ok(Mapping::Text("0123456789ab")), LIMIT)),
        "text"
    );
    assert_eq!(limit_of(text::split(&"a ".repeat(600), None, -1, LIMIT / 2)), "items");
    assert_eq!(limit_of(text::rsplit(&"a,".repeat(600), Some(","), -1, LIMIT / 2)), "items");
    assert_eq!(limit_of(text::split_lines(&"\n".repeat(600), false, LIMIT / 2)), "items");
    assert_eq!(limit_of(bytes::repeat(b"ab", &small(501), LIMIT)), "text");
    assert_eq!(limit_of(bytes::center(b"a", i64::MAX, b" ", LIMIT)), "text");
    assert_eq!(limit_of(bytes::zfill(b"-a", i64::MAX, LIMIT)), "text");
    assert_eq!(limit_of(bytes::expandtabs(b"\t", i64::MAX, LIMIT)), "text");
    assert_eq!(limit_of(bytes::replace(&[b'a'; 100], b"", &[b'b'; 100], -1, LIMIT)), "text");
    assert_eq!(limit_of(bytes::replace(&[b'a'; 100], b"a", &[b'b'; 100], -1, LIMIT)), "text");
    assert_eq!(limit_of(bytes::split(&[b' '; 600], Some(b" "), -1, LIMIT / 2)), "items");
}

#[test]
fn formatted_values_stop_at_the_limit_before_they_are_built() {
    assert_eq!(limit_of(format::format_int(&small(1), &spec("9000000000000000000"), "int", LIMIT)), "text");
    assert_eq!(limit_of(format::format_int(&small(1), &spec("0900,"), "int", LIMIT / 2)), "text");
    assert_eq!(limit_of(format::format_float(1.0, &spec(".2000000000f"), LIMIT)), "text");
    assert_eq!(limit_of(format::format_float(1.0, &spec("é>501"), LIMIT)), "text");
    assert_eq!(limit_of(format::format_str("a", &spec("9000000000000000000"), LIMIT)), "text");
    let conversion = |template| match percent::pieces(template).next() {
        Some(percent::Piece::Conversion(conversion)) => conversion,
        other => panic!("no conversion: {other:?}"),
    };
    assert_eq!(limit_of(percent::format_text(&conversion("%9000000000000000000s"), "a", LIMIT)), "text");
    assert_eq!(limit_of(percent::format_integer(&conversion("%.2000000000d"), &small(1), LIMIT)), "text");
    assert_eq!(
        limit_of(percent::format_integer(&conversion("%9000000000000000000d"), &small(1), LIMIT)),
        "text"
    );
    assert_eq!(limit_of(percent::format_float(&conversion("%.2000000000f"), 1.0, LIMIT)), "text");
}

#[test]
fn json_stops_at_its_limits() {
    let deep = "[".repeat(1 << 20);
    assert_eq!(limit_of(json::parse(&deep, Limits { depth: usize::MAX, items: usize::MAX })), "depth");
    let objects = "{\"a\":".repeat(1 << 20);
    assert_eq!(limit_of(json::parse(&objects, Limits { depth: 50, items: usize::MAX })), "depth");
    assert_eq!(limit_of(json::parse("[1,2,3]", Limits { depth: 10, items: 3 })), "items");
    assert!(json::parse("[1,2,3]", Limits { depth: 1, items: 4 }).is_ok());
    let mut writer = Writer::new(Layout::new(Some("        "), None), LIMIT);
    let mut opened = Ok(());
    while opened.is_ok() && writer.depth() < 1000 {
        opened = writer.open(Brackets::List).and_then(|()| writer.item());
    }
    assert_eq!(limit_of(opened), "text");
    assert_eq!(limit_of(Writer::new(Layout::new(None, None), 10).string("0123456789", true)), "text");
}

/// A million of what makes a careless implementation quadratic takes no longer than a linear one needs.
#[test]
fn hostile_texts_take_linear_time() {
    let started = Instant::now();
    let long = "a".repeat(1 << 20);
    let accented = "é".repeat(1 << 20);
    assert_eq!(text::strip(&long, Some(&"b".repeat(1 << 20))), long);
    assert_eq!(text::find(&long, &format!("{}b", "a".repeat(1 << 19)), None, None), -1);
    assert_eq!(text::rfind(&long, &format!("b{}", "a".repeat(1 << 19)), None, None), -1);
    assert_eq!(text::split(&accented, Some("é"), -1, usize::MAX).map(|parts| parts.len()), Ok((1 << 20) + 1));
    assert_eq!(text::maketrans(&accented, &accented, "").map(|table| table.len()), Ok(1));
    assert_eq!(bytes::decode(&[0xff; 1 << 20], "utf-8", "replace").map(|text| text.len()), Ok(3 << 20));
    let keys: String = (0..1 << 17).map(|key| format!("\"{key}\":1,")).collect();
    assert!(json::parse(&format!("{{{keys}\"0\":2}}"), Limits { depth: 2, items: usize::MAX }).is_ok());
    assert_eq!(percent::pieces(&"%s".repeat(1 << 20)).count(), 1 << 20);
    assert!(started.elapsed() < Duration::from_secs(60), "took {:?}", started.elapsed());
}
