//! Sets of characters and how they compare without regard to case.

use rustpython_unicode::case::{simple_lowercase, simple_uppercase};
use rustpython_unicode::classify::{is_alnum, is_decimal, is_space};

/// How characters compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    /// As they are.
    Exact,
    /// Without regard to the case of ASCII letters.
    Ascii,
    /// Without regard to case.
    Unicode,
}

/// A class of characters such as `\w`, over ASCII alone or all of Unicode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Category {
    pub(super) class: Class,
    pub(super) negated: bool,
    pub(super) ascii: bool,
}

/// What `\d`, `\s` and `\w` stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Digit,
    Space,
    Word,
}

impl Category {
    pub(super) fn contains(self, c: char) -> bool {
        let inside = match self.class {
            Class::Digit if self.ascii || is_latin(c) => c.is_ascii_digit(),
            Class::Digit => is_decimal(c),
            // C's white space, with the vertical tab.
            Class::Space if self.ascii => matches!(c, '\t'..='\r' | ' '),
            Class::Space if is_latin(c) => {
                matches!(c, '\t'..='\r' | '\x1c'..=' ' | '\u{85}' | '\u{a0}')
            }
            Class::Space => is_space(c),
            Class::Word => is_word(c, self.ascii),
        };
        inside != self.negated
    }
}

/// Whether a character is among the first 256: those are judged without the tables of all of Unicode, as every set
/// that is made asks for them.
fn is_latin(c: char) -> bool {
    u32::from(c) < 0x100
}

/// Whether a character is one of words: `\w`.
pub(super) fn is_word(c: char, ascii: bool) -> bool {
    if c.is_ascii() || ascii {
        return c.is_ascii_alphanumeric() || c == '_';
    }
    if is_latin(c) {
        return matches!(c, 'ª' | '²' | '³' | 'µ' | '¹' | 'º' | '¼'..='¾' | 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ÿ');
    }
    is_alnum(c)
}

/// Lower-case characters that share their upper case, so that they match each other too.
const SAME_UPPER: [&[char]; 24] = [
    &['\u{69}', '\u{131}'],
    &['\u{73}', '\u{17f}'],
    &['\u{b5}', '\u{3bc}'],
    &['\u{345}', '\u{3b9}', '\u{1fbe}'],
    &['\u{390}', '\u{1fd3}'],
    &['\u{3b0}', '\u{1fe3}'],
    &['\u{3b2}', '\u{3d0}'],
    &['\u{3b5}', '\u{3f5}'],
    &['\u{3b8}', '\u{3d1}'],
    &['\u{3ba}', '\u{3f0}'],
    &['\u{3c0}', '\u{3d6}'],
    &['\u{3c1}', '\u{3f1}'],
    &['\u{3c2}', '\u{3c3}'],
    &['\u{3c6}', '\u{3d5}'],
    &['\u{432}', '\u{1c80}'],
    &['\u{434}', '\u{1c81}'],
    &['\u{43e}', '\u{1c82}'],
    &['\u{441}', '\u{1c83}'],
    &['\u{442}', '\u{1c84}', '\u{1c85}'],
    &['\u{44a}', '\u{1c86}'],
    &['\u{463}', '\u{1c87}'],
    &['\u{1c88}', '\u{a64b}'],
    &['\u{1e61}', '\u{1e9b}'],
    &['\u{fb05}', '\u{fb06}'],
];

/// The lower case by which characters are compared.
pub(super) fn lower(c: char, case: Case) -> char {
    match case {
        Case::Exact => c,
        Case::Ascii => c.to_ascii_lowercase(),
        // The first 256 are asked for with every set that is made.
        Case::Unicode => match c {
            'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ' => char::from_u32(c as u32 + 32).unwrap_or(c),
            '\0'..='ÿ' => c,
            _ => simple_lowercase(c),
        },
    }
}

fn is_cased(c: char, case: Case) -> bool {
    match case {
        Case::Exact => false,
        Case::Ascii => c.is_ascii_alphabetic(),
        // The sharp s has a case too, though its upper case is of two letters.
        Case::Unicode => lower(c, case) != c || c.to_uppercase().next() != Some(c),
    }
}

/// A member of a set as it is written. Codes may be those of surrogates, which no text contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// From one code to another, both in it.
    Range(u32, u32),
    /// A class.
    Category(Category),
}

/// Codes from one to another, both among them.
type Ranges = Vec<(u32, u32)>;

/// A set of characters.
#[derive(Clone, Debug)]
pub(super) struct Set {
    /// Which of the first 256 characters match, whatever the case and negation.
    low: [u64; 4],
    negated: bool,
    /// How a character is made comparable with the ranges.
    case: Case,
    /// Sorted and apart.
    ranges: Ranges,
    /// Ranges of which the upper case of a character may be in, too.
    raised: Ranges,
    categories: Vec<Category>,
}

impl Set {
    /// The set of `items`, or of all others.
    pub(super) fn new(items: &[Item], negated: bool, case: Case) -> Self {
        let mut written = Vec::new();
        let mut categories = Vec::new();
        for item in items {
            match *item {
                Item::Range(low, high) => written.push((low, high)),
                Item::Category(category) => categories.push(category),
            }
        }
        let written = merged(written);
        let (case, ranges, raised) = without_case(written, case);
        let mut set = Set { low: [0; 4], negated, case, ranges, raised, categories };
        for code in 0..=255_u8 {
            if set.contains_slowly(code.into())
                && let Some(word) = set.low.get_mut(usize::from(code >> 6))
            {
                *word |= 1 << (code & 63);
            }
        }
        set
    }

    /// The set of one character, compared by `case`; none if that is just the character itself.
    pub(super) fn of_cased(code: u32, case: Case) -> Option<Self> {
        let c = char::from_u32(code)?;
        is_cased(c, case).then(|| Set::new(&[Item::Range(code, code)], false, case))
    }

    /// Whether `c` is in the set.
    pub(super) fn contains(&self, c: char) -> bool {
        let code = c as u32;
        if code < 256 {
            self.low.get((code >> 6) as usize).is_some_and(|word| word >> (code & 63) & 1 == 1)
        } else {
            self.contains_slowly(c)
        }
    }

    fn contains_slowly(&self, c: char) -> bool {
        let c = lower(c, self.case);
        let inside = is_within(&self.ranges, c as u32)
            || self.categories.iter().any(|category| category.contains(c))
            || (!self.raised.is_empty()
                && (is_within(&self.raised, c as u32)
                    || is_within(&self.raised, simple_uppercase(c) as u32)));
        inside != self.negated
    }
}

/// What the ranges become when case does not count: the lower case of their characters, to be compared with the
/// lower case of a text's. Characters beyond the first plane stay, and are compared in both cases.
fn without_case(written: Ranges, case: Case) -> (Case, Ranges, Ranges) {
    if case == Case::Exact {
        return (Case::Exact, written, Vec::new());
    }
    let mut lowered = Vec::new();
    let mut raised = Vec::new();
    let mut cased = false;
    for &(low, high) in &written {
        for code in low..=high.min(0xffff) {
            let Some(c) = char::from_u32(code) else { continue };
            cased = cased || is_cased(c, case);
            let c = lower(c, case);
            push_code(&mut lowered, c as u32);
            if case == Case::Unicode
                && let Some(same) = SAME_UPPER.iter().find(|same| same.contains(&c))
            {
                same.iter().for_each(|&c| push_code(&mut lowered, c as u32));
            }
        }
        if high > 0xffff {
            if case == Case::Unicode {
                cased = true;
                raised.push((low, high));
            } else {
                lowered.push((low.max(0x1_0000), high));
            }
        }
    }
    if cased { (case, merged(lowered), raised) } else { (Case::Exact, written, Vec::new()) }
}

/// Adds a code to ranges, to the last one where it follows on that.
fn push_code(ranges: &mut Ranges, code: u32) {
    match ranges.last_mut() {
        Some((_, high)) if *high + 1 == code => *high = code,
        _ => ranges.push((code, code)),
    }
}

/// The same codes in sorted ranges that do not touch.
fn merged(mut ranges: Ranges) -> Ranges {
    ranges.sort_unstable();
    let mut out: Ranges = Vec::with_capacity(ranges.len());
    for (low, high) in ranges {
        match out.last_mut() {
            Some((_, last)) if low <= last.saturating_add(1) => *last = (*last).max(high),
            _ => out.push((low, high)),
        }
    }
    out
}

fn is_within(ranges: &[(u32, u32)], code: u32) -> bool {
    let after = ranges.partition_point(|&(low, _)| low <= code);
    after.checked_sub(1).and_then(|index| ranges.get(index)).is_some_and(|&(_, high)| code <= high)
}
