//! The limits by the names by which people set them.

use super::Limits;

/// One limit: how it is named, counted and set.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The name, as `--limit NAME=VALUE` and error messages have it.
    pub name: &'static str,
    /// What it counts.
    pub unit: &'static str,
    /// What it bounds.
    pub bounds: &'static str,
    read: fn(&Limits) -> u64,
    write: fn(&mut Limits, u64),
}

macro_rules! limits {
    ($($field:ident, $unit:literal, $bounds:literal;)*) => {
        /// Every limit, in the order of the fields of [`Limits`].
        pub const LIMITS: &[Limit] = &[$(Limit {
            name: stringify!($field),
            unit: $unit,
            bounds: $bounds,
            read: |limits| u64::try_from(limits.$field).unwrap_or(u64::MAX),
            write: |limits, value| limits.$field = value.try_into().unwrap_or(usize::MAX as _),
        }),*];
    };
}

limits! {
    steps, "instructions", "what the plan runs";
    memory, "bytes", "what it holds at once";
    call_depth, "calls", "calls within calls";
    data_depth, "levels", "containers within containers, where something walks them";
    digits, "digits", "an integer";
    string, "bytes", "one string";
    output, "bytes", "what it prints";
    regex, "steps", "one match of a regular expression";
}

impl Limit {
    /// What the limit is set to.
    pub fn value(&self, limits: &Limits) -> u64 {
        (self.read)(limits)
    }
}

impl Limits {
    /// Sets the limit of that name. False if there is none.
    pub fn set(&mut self, name: &str, value: u64) -> bool {
        match LIMITS.iter().find(|limit| limit.name == name) {
            Some(limit) => {
                (limit.write)(self, value);
                true
            }
            None => false,
        }
    }
}
