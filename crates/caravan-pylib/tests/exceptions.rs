//! The exception classes and their bases.

// A test may fail loudly.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unreachable,
    clippy::unwrap_used
)]

use caravan_pylib::error::ExcKind;

#[test]
fn a_class_comes_after_its_bases_and_derives_from_them() {
    for (place, class) in ExcKind::ALL.iter().enumerate() {
        let Some(parent) = class.parent() else {
            assert_eq!(*class, ExcKind::BaseException);
            continue;
        };
        assert!(ExcKind::ALL[..place].contains(&parent), "{class} comes before {parent}");
        assert!(class.is_a(*class) && class.is_a(parent) && class.is_a(ExcKind::BaseException));
        assert!(!parent.is_a(*class));
    }
}

#[test]
fn the_hierarchy_is_that_of_python() {
    use ExcKind::*;
    for (class, base) in [
        (ZeroDivisionError, ArithmeticError),
        (OverflowError, ArithmeticError),
        (KeyError, LookupError),
        (IndexError, LookupError),
        (ZoneInfoNotFoundError, LookupError),
        (UnicodeDecodeError, ValueError),
        (JSONDecodeError, ValueError),
        (StatisticsError, ValueError),
        (ValidationError, ValueError),
        (RecursionError, RuntimeError),
        (NotImplementedError, RuntimeError),
        (ModuleNotFoundError, ImportError),
        (UnboundLocalError, NameError),
        (FrozenInstanceError, AttributeError),
        (TimeoutError, OSError),
        (InvalidOperation, ArithmeticError),
        (DivisionByZero, ZeroDivisionError),
        (DivisionByZero, DecimalException),
        (RegexError, Exception),
    ] {
        assert!(class.is_a(base), "{class} is no {base}");
    }
    for (class, other) in [
        (KeyboardInterrupt, Exception),
        (SystemExit, Exception),
        (InvalidOperation, ZeroDivisionError),
        (TypeError, ValueError),
        (MemoryError, RuntimeError),
    ] {
        assert!(!class.is_a(other), "{class} is a {other}");
    }
}

#[test]
fn every_class_is_found_by_the_name_that_plans_write() {
    for class in ExcKind::ALL {
        assert_eq!(ExcKind::from_name(&class.qualified_name()), Some(*class));
    }
    assert_eq!(ExcKind::from_name("JSONDecodeError"), Some(ExcKind::JSONDecodeError));
    assert_eq!(ExcKind::from_name("json.JSONDecodeError"), Some(ExcKind::JSONDecodeError));
    assert_eq!(ExcKind::from_name("IOError"), Some(ExcKind::OSError));
    assert_eq!(ExcKind::from_name("error"), None);
    assert_eq!(ExcKind::from_name("Overflow"), None);
    assert_eq!(ExcKind::from_name("ValueErrors"), None);
}
