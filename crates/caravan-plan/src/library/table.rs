//! The library's natives, section by section.

use super::Native;

/// Every section of the library.
pub(crate) const SECTIONS: &[&[Native]] = &[
    super::plan::NATIVES,
    super::builtins::NATIVES,
    super::builtins::aggregates::NATIVES,
    super::builtins::classes::NATIVES,
    super::builtins::iterators::NATIVES,
    super::builtins::numbers::NATIVES,
    super::sorting::NATIVES,
    super::list::NATIVES,
    super::tuple::NATIVES,
    super::range::NATIVES,
    super::dict::NATIVES,
    super::set::NATIVES,
    super::collections::NATIVES,
    super::collections::counter::NATIVES,
    super::collections::deque::NATIVES,
    super::collections::namedtuple::NATIVES,
    super::itertools::NATIVES,
    super::itertools::arrangements::NATIVES,
    super::itertools::lazy::NATIVES,
    super::itertools::runs::NATIVES,
    super::functools::NATIVES,
    super::operator::NATIVES,
    super::typing::NATIVES,
    super::text::NATIVES,
    super::bytes::NATIVES,
    super::number::NATIVES,
    super::json::NATIVES,
    super::json::hooks::NATIVES,
];
