//! `strftime`, as `datetime` hands it to the C library of Linux in the C locale.

use super::calendar::{self, TimeTuple};
use super::offset_text;
use crate::error::{PyError, PyResult};

const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The name of a weekday, Monday being 0, and of a month, January being 1.
pub(super) fn weekday_name(weekday: i64) -> &'static str {
    usize::try_from(weekday).ok().and_then(|index| WEEKDAYS.get(index)).copied().unwrap_or("?")
}

pub(super) fn month_name(month: i64) -> &'static str {
    usize::try_from(month - 1).ok().and_then(|index| MONTHS.get(index)).copied().unwrap_or("?")
}

/// The first three letters of a name.
fn short(name: &str) -> &str {
    name.get(..3).unwrap_or(name)
}

/// What a time tuple does not hold: for `%f`, `%z` and `%Z`.
pub(super) struct ZoneTexts {
    pub(super) microsecond: i64,
    /// Microseconds east of UTC.
    pub(super) offset: Option<i64>,
    pub(super) name: Option<String>,
}

/// `ctime()`.
pub(super) fn ctime(tuple: &TimeTuple) -> String {
    format!(
        "{} {} {:2} {:02}:{:02}:{:02} {:04}",
        short(weekday_name(tuple.weekday)),
        short(month_name(tuple.month)),
        tuple.day,
        tuple.hour,
        tuple.minute,
        tuple.second,
        tuple.year
    )
}

/// The text of `format`. The limit `text` is met where it would exceed `limit` bytes.
pub(super) fn strftime(
    format: &str,
    tuple: &TimeTuple,
    zone: Option<&ZoneTexts>,
    limit: usize,
) -> PyResult<String> {
    let format = with_zone_texts(format, zone);
    // C reads the format to its first NUL.
    let format = format.split('\0').next().unwrap_or("");
    let most = limit.min(longest(format.len()));
    let mut out = Output { text: String::new(), most };
    let done = expand(&mut out, format, tuple, Case::default());
    match done {
        Ok(()) => Ok(out.text),
        // Python gives its buffer up at some size, and takes the missing text for an empty one.
        Err(Full) if most < limit => Ok(String::new()),
        Err(Full) => Err(PyError::limit("text", format!("strftime would give more than {limit} bytes"))),
    }
}

/// The most bytes that fit in the largest buffer that Python tries for a format of that length.
fn longest(format: usize) -> usize {
    let mut size = 1024_usize;
    while size < format.saturating_mul(256) {
        size = size.saturating_mul(2);
    }
    size - 1
}

/// The format with `%z`, `%Z` and `%f` filled in, which `datetime` does itself.
fn with_zone_texts(format: &str, zone: Option<&ZoneTexts>) -> String {
    let mut out = String::with_capacity(format.len());
    let mut chars = format.chars();
    while let Some(c) = chars.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('z') => {
                if let Some(offset) = zone.and_then(|zone| zone.offset) {
                    out.push_str(&offset_text(offset, ""));
                }
            }
            Some('Z') => {
                if let Some(name) = zone.and_then(|zone| zone.name.as_ref()) {
                    out.push_str(&name.replace('%', "%%"));
                }
            }
            Some('f') => out.push_str(&format!("{:06}", zone.map_or(0, |zone| zone.microsecond))),
            Some(other) => {
                out.push('%');
                out.push(other);
            }
            None => out.push('%'),
        }
    }
    out
}

/// The output would be longer than it may.
struct Full;

struct Output {
    text: String,
    most: usize,
}

impl Output {
    fn push(&mut self, text: &str) -> Result<(), Full> {
        if self.text.len() + text.len() > self.most {
            return Err(Full);
        }
        self.text.push_str(text);
        Ok(())
    }

    fn fill(&mut self, pad: char, count: usize) -> Result<(), Full> {
        if self.text.len().saturating_add(count) > self.most {
            return Err(Full);
        }
        self.text.extend(std::iter::repeat_n(pad, count));
        Ok(())
    }
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Case {
    #[default]
    Asis,
    Upper,
    Lower,
}

impl Case {
    fn apply(self, text: &str) -> String {
        match self {
            Case::Asis => text.to_owned(),
            Case::Upper => text.to_ascii_uppercase(),
            Case::Lower => text.to_ascii_lowercase(),
        }
    }
}

/// The flags and width of a directive.
struct Directive {
    pad: Option<char>,
    case: Case,
    /// `#`: the other case than usual.
    swap: bool,
    width: usize,
    modifier: Option<char>,
}

impl Directive {
    fn text(&self, out: &mut Output, case: Case, text: &str) -> Result<(), Full> {
        let pad = if self.pad == Some('0') { '0' } else { ' ' };
        out.fill(pad, self.width.saturating_sub(text.len()))?;
        out.push(&case.apply(text))
    }

    fn number(&self, out: &mut Output, digits: usize, pad: Option<char>, value: i64) -> Result<(), Full> {
        let text = value.to_string();
        let missing = digits.max(self.width).saturating_sub(text.len());
        match pad {
            Some('-') => out.fill(' ', self.width.saturating_sub(text.len()))?,
            Some('_') => out.fill(' ', missing)?,
            _ => out.fill('0', missing)?,
        }
        out.push(&text)
    }
}

/// Appends `format`, of which every letter has the case `outer`.
fn expand(out: &mut Output, format: &str, tuple: &TimeTuple, outer: Case) -> Result<(), Full> {
    let mut rest = format;
    while let Some(start) = rest.find('%') {
        let (before, from) = rest.split_at(start);
        out.push(before)?;
        let mut chars = from.chars();
        chars.next();
        let mut directive = Directive { pad: None, case: outer, swap: false, width: 0, modifier: None };
        let mut next = chars.next();
        while let Some(flag) = next {
            match flag {
                '_' | '-' | '0' => directive.pad = Some(flag),
                '^' => directive.case = Case::Upper,
                '#' => directive.swap = true,
                _ => break,
            }
            next = chars.next();
        }
        while let Some(digit) = next.and_then(|c| c.to_digit(10)) {
            directive.width =
                (directive.width.saturating_mul(10)).saturating_add(digit as usize).min(i32::MAX as usize);
            next = chars.next();
        }
        if let Some(modifier @ ('E' | 'O')) = next {
            directive.modifier = Some(modifier);
            next = chars.next();
        }
        let written = from.len() - chars.as_str().len();
        let known = match next {
            Some(code) => one(out, &directive, code, tuple)?,
            None => false,
        };
        if !known {
            // C finds the start of what it does not know by going back to the nearest percent sign.
            let unknown = if next == Some('%') { "%" } else { from.get(..written).unwrap_or(from) };
            directive.text(out, directive.case, unknown)?;
        }
        rest = chars.as_str();
    }
    out.push(rest)
}

/// Appends one directive; false if there is none of that letter and modifier.
fn one(out: &mut Output, directive: &Directive, code: char, tuple: &TimeTuple) -> Result<bool, Full> {
    let taken = match directive.modifier {
        None => true,
        Some('E') => "cnprstuxyzCPRTXYZ".contains(code),
        Some(_) => !"acxADFXY".contains(code),
    };
    if !taken {
        return Ok(false);
    }
    let swapped_up = if directive.swap { Case::Upper } else { directive.case };
    let spaced = match directive.pad {
        Some('0' | '-') => directive.pad,
        _ => Some('_'),
    };
    let hour12 = if tuple.hour % 12 == 0 { 12 } else { tuple.hour % 12 };
    let iso = || calendar::iso_calendar(tuple.year, calendar::ordinal(tuple.year, tuple.month, tuple.day));
    let sunday_weekday = (tuple.weekday + 1) % 7;
    let number = |out: &mut Output, digits, value| directive.number(out, digits, directive.pad, value);
    match code {
        '%' => directive.text(out, Case::Asis, "%")?,
        'n' => directive.text(out, Case::Asis, "\n")?,
        't' => directive.text(out, Case::Asis, "\t")?,
        'a' => directive.text(out, swapped_up, short(weekday_name(tuple.weekday)))?,
        'A' => directive.text(out, swapped_up, weekday_name(tuple.weekday))?,
        'b' | 'h' => directive.text(out, swapped_up, short(month_name(tuple.month)))?,
        'B' => directive.text(out, swapped_up, month_name(tuple.month))?,
        'p' | 'P' => {
            let case = if code == 'P' || directive.swap { Case::Lower } else { directive.case };
            directive.text(out, case, if tuple.hour < 12 { "AM" } else { "PM" })?;
        }
        // What is left of these has a flag or a width, and Python gives C no zone to show.
        'Z' => {
            let case = if directive.swap { Case::Lower } else { directive.case };
            directive.text(out, case, if tuple.isdst >= 0 { "UTC" } else { "" })?;
        }
        'z' => {
            if tuple.isdst >= 0 {
                directive.text(out, Case::Asis, "+")?;
                number(out, 4, 0)?;
            }
        }
        'c' => nested(out, directive, "%a %b %e %H:%M:%S %Y", tuple)?,
        'x' | 'D' => nested(out, directive, "%m/%d/%y", tuple)?,
        'X' | 'T' => nested(out, directive, "%H:%M:%S", tuple)?,
        'F' => nested(out, directive, "%Y-%m-%d", tuple)?,
        'r' => nested(out, directive, "%I:%M:%S %p", tuple)?,
        'R' => nested(out, directive, "%H:%M", tuple)?,
        'C' => number(out, 1, tuple.year.div_euclid(100))?,
        'd' => number(out, 2, tuple.day)?,
        'e' => directive.number(out, 2, spaced, tuple.day)?,
        'H' => number(out, 2, tuple.hour)?,
        'I' => number(out, 2, hour12)?,
        'k' => directive.number(out, 2, spaced, tuple.hour)?,
        'l' => directive.number(out, 2, spaced, hour12)?,
        'j' => number(out, 3, tuple.yearday)?,
        'M' => number(out, 2, tuple.minute)?,
        'm' => number(out, 2, tuple.month)?,
        'S' => number(out, 2, tuple.second)?,
        's' => {
            let days = calendar::ordinal(tuple.year, tuple.month, tuple.day) - calendar::ordinal(1970, 1, 1);
            // C takes an hour off what it is told to be daylight saving time.
            let hour = tuple.hour - tuple.isdst.max(0);
            let seconds = days * 86_400 + hour * 3600 + tuple.minute * 60 + tuple.second;
            directive.text(out, Case::Asis, &seconds.to_string())?;
        }
        'u' => number(out, 1, tuple.weekday + 1)?,
        'w' => number(out, 1, sunday_weekday)?,
        'U' => number(out, 2, (tuple.yearday - 1 - sunday_weekday + 7) / 7)?,
        'W' => number(out, 2, (tuple.yearday - 1 - tuple.weekday + 7) / 7)?,
        'V' => number(out, 2, iso().week)?,
        'g' => number(out, 2, iso().year.rem_euclid(100))?,
        'G' => number(out, 1, iso().year)?,
        'Y' => number(out, 1, tuple.year)?,
        'y' => number(out, 2, tuple.year.rem_euclid(100))?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Appends a directive that stands for a format of others.
fn nested(out: &mut Output, directive: &Directive, format: &str, tuple: &TimeTuple) -> Result<(), Full> {
    let mut inner = Output { text: String::new(), most: out.most };
    expand(&mut inner, format, tuple, directive.case)?;
    directive.text(out, Case::Asis, &inner.text)
}
