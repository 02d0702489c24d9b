//! `datetime.strptime`: Python makes a regular expression of the format, and so do we.

use std::cell::RefCell;

use super::calendar;
use super::strftime::{month_name, weekday_name};
use super::{Date, DateTime, MICROS_PER_SECOND, TimeDelta, TimeZone};
use crate::error::{PyError, PyResult};
use crate::regex::{Flags, Match, Mode, Pattern, Subject, decimal};
use crate::text::escape::repr_str;

/// More steps than a format can need that fits a text of sane length.
const STEPS: u64 = 1_000_000;

pub(super) fn strptime(text: &str, format: &str) -> PyResult<DateTime> {
    let pattern = compiled(format)?;
    let subject = Subject::new(text);
    let mut budget = STEPS;
    let Some(found) = pattern.find(&subject, 0, usize::MAX, Mode::Match, &mut budget)? else {
        return Err(PyError::value_error(format!(
            "time data {} does not match format {}",
            repr_str(text),
            repr_str(format)
        )));
    };
    let (_, end) = found.range();
    if end != subject.len() {
        let rest = subject.slice(end, subject.len());
        return Err(PyError::value_error(format!("unconverted data remains: {rest}")));
    }
    Fields { pattern: &pattern, found: &found, subject: &subject }.moment()
}

thread_local! {
    /// The format that was read last, since rows of a table all have the same.
    static LAST: RefCell<Option<(String, Pattern)>> = const { RefCell::new(None) };
}

/// The pattern of a format.
fn compiled(format: &str) -> PyResult<Pattern> {
    LAST.with_borrow_mut(|last| {
        if let Some((known, pattern)) = last
            && known == format
        {
            return Ok(pattern.clone());
        }
        let pattern = Pattern::compile(&expression(format)?, Flags::IGNORECASE)?;
        *last = Some((format.to_owned(), pattern.clone()));
        Ok(pattern)
    })
}

/// The regular expression of a format.
fn expression(format: &str) -> PyResult<String> {
    let mut out = String::new();
    let mut chars = format.chars().peekable();
    let space = rustpython_unicode::classify::is_space;
    while let Some(c) = chars.next() {
        if space(c) {
            while chars.next_if(|&c| space(c)).is_some() {}
            out.push_str("\\s+");
            continue;
        }
        if c != '%' {
            if is_special(c) {
                out.push('\\');
            }
            out.push(c);
            continue;
        }
        let Some(code) = chars.next() else {
            return Err(PyError::value_error(format!("stray % in format '{format}'")));
        };
        match directive(code) {
            Some(expression) => out.push_str(&expression),
            None => {
                // Python has escaped the character by now, and takes what it finds for a stray percent sign.
                let named = if is_special(code) || space(code) { '%' } else { code };
                return Err(PyError::value_error(format!(
                    "'{named}' is a bad directive in format '{format}'"
                )));
            }
        }
    }
    Ok(out)
}

fn is_special(c: char) -> bool {
    matches!(c, '\\' | '.' | '^' | '$' | '*' | '+' | '?' | '(' | ')' | '{' | '}' | '[' | ']' | '|')
}

/// The regular expression of a directive. Its text counts: an error names positions in it.
fn directive(code: char) -> Option<String> {
    let plain = match code {
        'd' => r"3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9]",
        'f' => r"[0-9]{1,6}",
        'H' => r"2[0-3]|[0-1]\d|\d",
        'I' => r"1[0-2]|0[1-9]|[1-9]",
        'G' | 'Y' => r"\d\d\d\d",
        'j' => r"36[0-6]|3[0-5]\d|[1-2]\d\d|0[1-9]\d|00[1-9]|[1-9]\d|0[1-9]|[1-9]",
        'm' => r"1[0-2]|0[1-9]|[1-9]",
        'M' => r"[0-5]\d|\d",
        'S' => r"6[0-1]|[0-5]\d|\d",
        'U' | 'W' => r"5[0-3]|[0-4]\d|\d",
        'w' => r"[0-6]",
        'u' => r"[1-7]",
        'V' => r"5[0-3]|0[1-9]|[1-4]\d|\d",
        'y' => r"\d\d",
        'z' => r"[+-]\d\d:?[0-5]\d(:?[0-5]\d(\.\d{1,6})?)?|(?-i:Z)",
        'p' => "am|pm",
        'Z' => "utc|gmt",
        '%' => return Some("%".to_owned()),
        'A' => return Some(names('A', (0..7).map(weekday_name))),
        'a' => return Some(names('a', (0..7).map(|day| short(weekday_name(day))))),
        'B' => return Some(names('B', (1..=12).map(month_name))),
        'b' => return Some(names('b', (1..=12).map(|month| short(month_name(month))))),
        'c' => return expression("%a %b %d %H:%M:%S %Y").ok(),
        'x' => return expression("%m/%d/%y").ok(),
        'X' => return expression("%H:%M:%S").ok(),
        _ => return None,
    };
    Some(format!("(?P<{code}>{plain})"))
}

fn short(name: &'static str) -> &'static str {
    name.get(..3).unwrap_or(name)
}

/// The group of a directive that takes a name, longer names first.
fn names(code: char, names: impl Iterator<Item = &'static str>) -> String {
    let mut names: Vec<String> = names.map(str::to_lowercase).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    format!("(?P<{code}>{})", names.join("|"))
}

/// What the directives found.
struct Fields<'a> {
    pattern: &'a Pattern,
    found: &'a Match,
    subject: &'a Subject<'a>,
}

impl Fields<'_> {
    fn text(&self, code: &str) -> Option<&str> {
        self.found.text(self.pattern.group_number(code)?, self.subject)
    }

    fn number(&self, code: &str) -> PyResult<Option<i64>> {
        self.text(code).map(int).transpose()
    }

    /// The number of a name among `count` names, the first being number `first`.
    fn index(
        &self,
        code: &str,
        name: impl Fn(i64) -> &'static str,
        first: i64,
        count: i64,
    ) -> PyResult<Option<i64>> {
        let Some(found) = self.text(code) else { return Ok(None) };
        let found = found.to_lowercase();
        match (first..first + count).find(|&index| name(index).to_lowercase() == found) {
            Some(index) => Ok(Some(index)),
            None => Err(PyError::value_error(format!("{} is not in list", repr_str(&found)))),
        }
    }

    fn weekday(&self) -> PyResult<Option<i64>> {
        let by_name =
            self.index("A", weekday_name, 0, 7)?.or(self.index("a", |day| short(weekday_name(day)), 0, 7)?);
        let sunday_first = self.number("w")?.map(|day| (day + 6) % 7);
        let monday_first = self.number("u")?.map(|day| day - 1);
        // The last one in the format wins; they seldom meet.
        let mut last = None;
        for (code, value) in [("A", by_name), ("a", by_name), ("w", sunday_first), ("u", monday_first)] {
            if let (Some(group), Some(value)) = (self.pattern.group_number(code), value)
                && last.is_none_or(|(at, _)| group > at)
            {
                last = Some((group, value));
            }
        }
        Ok(last.map(|(_, value)| value))
    }

    fn month(&self) -> PyResult<i64> {
        let mut last = (0, 1);
        let by_short = self.index("b", |month| short(month_name(month)), 1, 12)?;
        for (code, value) in
            [("m", self.number("m")?), ("B", self.index("B", month_name, 1, 12)?), ("b", by_short)]
        {
            if let (Some(group), Some(value)) = (self.pattern.group_number(code), value)
                && group > last.0
            {
                last = (group, value);
            }
        }
        Ok(last.1)
    }

    fn year(&self) -> PyResult<Option<i64>> {
        let short = self.number("y")?.map(|year| if year <= 68 { year + 2000 } else { year + 1900 });
        let long = self.number("Y")?;
        Ok(match (short, long) {
            (Some(short), Some(long)) => {
                let short_is_last = self.pattern.group_number("y") > self.pattern.group_number("Y");
                Some(if short_is_last { short } else { long })
            }
            (short, long) => short.or(long),
        })
    }

    fn hour(&self) -> PyResult<i64> {
        let twelve = self.number("I")?.map(|hour| match self.text("p").map(str::to_lowercase).as_deref() {
            Some("pm") if hour != 12 => hour + 12,
            None | Some("am") if hour == 12 => 0,
            _ => hour,
        });
        let full = self.number("H")?;
        Ok(match (twelve, full) {
            (Some(twelve), Some(full)) => {
                let twelve_is_last = self.pattern.group_number("I") > self.pattern.group_number("H");
                if twelve_is_last { twelve } else { full }
            }
            (twelve, full) => twelve.or(full).unwrap_or(0),
        })
    }

    fn zone(&self) -> PyResult<Option<TimeZone>> {
        let Some(written) = self.text("z") else { return Ok(None) };
        let micros = offset(written)?;
        let offset = TimeDelta::from_micros(micros.into())?;
        TimeZone::fixed(offset, self.text("Z")).map(Some)
    }

    fn moment(&self) -> PyResult<DateTime> {
        let micros = match self.text("f") {
            Some(digits) => int(&format!("{digits:0<6}"))?,
            None => 0,
        };
        let (minute, second) = (self.number("M")?.unwrap_or(0), self.number("S")?.unwrap_or(0));
        let hour = self.hour()?;
        let weekday = self.weekday()?;
        let zone = self.zone();
        let year = self.year()?;
        let month = self.month()?;
        let day = self.number("d")?.unwrap_or(1);
        // The offset is read before the date is judged, and made a zone after.
        self.text("z").map(offset).transpose()?;
        let date = self.date(year, month, day, weekday)?;
        DateTime::new([date.year(), date.month(), date.day()], [hour, minute, second, micros], zone?, 0)
    }

    /// The date of year, month and day, unless the day of the year or a week says it.
    fn date(&self, year: Option<i64>, month: i64, day: i64, weekday: Option<i64>) -> PyResult<Date> {
        let iso_year = self.number("G")?;
        let iso_week = self.number("V")?;
        let mut yearday = self.number("j")?;
        let week = self.week()?;
        self.check_iso(year, iso_year, iso_week, week, weekday, yearday)?;
        let leap_day = year.is_none() && month == 2 && day == 29;
        // 1900 had no 29th of February: it is judged by 1904.
        let mut year = year.unwrap_or(if leap_day { 1904 } else { 1900 });
        if let (None, Some(weekday)) = (yearday, weekday) {
            if let Some((week, monday_first)) = week {
                yearday = Some(yearday_of_week(year, week, weekday, monday_first)?);
            } else if let (Some(iso_year), Some(iso_week)) = (iso_year, iso_week) {
                let week1 = Date::new(iso_year, 1, 4)?;
                let ordinal = iso_week * 7 + weekday + 1 - (week1.iso_weekday() + 3);
                year = iso_year;
                yearday = Some(ordinal);
                if ordinal < 1 {
                    let first = Date::new(iso_year, 1, 1)?.to_ordinal();
                    year -= 1;
                    yearday = Some(ordinal + first - Date::new(year, 1, 1)?.to_ordinal());
                }
            }
            if let Some(day) = yearday
                && day <= 0
            {
                year -= 1;
                yearday = Some(day + if calendar::is_leap(year) { 366 } else { 365 });
            }
        }
        let date = match yearday {
            None => Date::new(year, month, day)?,
            Some(yearday) => Date::from_ordinal(yearday - 1 + Date::new(year, 1, 1)?.to_ordinal())?,
        };
        if leap_day { date.replace(Some(1900), None, None) } else { Ok(date) }
    }

    /// The week of `%U` or `%W`, and whether it starts on a Monday.
    fn week(&self) -> PyResult<Option<(i64, bool)>> {
        let sunday = self.number("U")?.map(|week| (week, false));
        let monday = self.number("W")?.map(|week| (week, true));
        Ok(if self.pattern.group_number("U") > self.pattern.group_number("W") {
            sunday.or(monday)
        } else {
            monday.or(sunday)
        })
    }

    fn check_iso(
        &self,
        year: Option<i64>,
        iso_year: Option<i64>,
        iso_week: Option<i64>,
        week: Option<(i64, bool)>,
        weekday: Option<i64>,
        yearday: Option<i64>,
    ) -> PyResult<()> {
        let message = if year.is_none() && iso_year.is_some() {
            if iso_week.is_none() || weekday.is_none() {
                "ISO year directive '%G' must be used with the ISO week directive '%V' and a weekday directive \
                 ('%A', '%a', '%w', or '%u')."
            } else if yearday.is_some() {
                "Day of the year directive '%j' is not compatible with ISO year directive '%G'. Use '%Y' instead."
            } else {
                return Ok(());
            }
        } else if week.is_none() && iso_week.is_some() {
            if weekday.is_none() {
                "ISO week directive '%V' must be used with the ISO year directive '%G' and a weekday directive \
                 ('%A', '%a', '%w', or '%u')."
            } else {
                "ISO week directive '%V' is incompatible with the year directive '%Y'. Use the ISO year '%G' instead."
            }
        } else {
            return Ok(());
        };
        Err(PyError::value_error(message))
    }
}

/// The day of the year of a weekday (Monday is 0) in a week; week 0 is what comes before the first full one.
fn yearday_of_week(year: i64, week: i64, weekday: i64, monday_first: bool) -> PyResult<i64> {
    let shift = i64::from(!monday_first);
    let first = (Date::new(year, 1, 1)?.weekday() + shift) % 7;
    let weekday = (weekday + shift) % 7;
    let week0 = (7 - first) % 7;
    Ok(if week == 0 { 1 + weekday - first } else { 1 + week0 + 7 * (week - 1) + weekday })
}

/// The microseconds of `+HH[:]MM[[:]SS[.ffffff]]` or `Z`.
fn offset(written: &str) -> PyResult<i64> {
    if written == "Z" {
        return Ok(0);
    }
    let mut chars: Vec<char> = written.chars().collect();
    if chars.get(3) == Some(&':') {
        chars.remove(3);
        if chars.len() > 5 {
            if chars.get(5) != Some(&':') {
                return Err(PyError::value_error(format!("Inconsistent use of : in {written}")));
            }
            chars.remove(5);
        }
    }
    let part = |from: usize, to: usize| -> String {
        chars.iter().skip(from).take(to.saturating_sub(from)).collect()
    };
    let seconds = part(5, 7);
    let seconds = if seconds.is_empty() { 0 } else { int(&seconds)? };
    let total = int(&part(1, 3))? * 3600 + int(&part(3, 5))? * 60 + seconds;
    let micros = int(&format!("{:0<6}", part(8, usize::MAX)))?;
    let sign = if chars.first() == Some(&'-') { -1 } else { 1 };
    Ok(sign * (total * MICROS_PER_SECOND + micros))
}

/// `int(text)` of a few digits of any script, white space before them.
fn int(text: &str) -> PyResult<i64> {
    let trimmed = text.trim_start();
    let mut value = 0_i64;
    for c in trimmed.chars() {
        let Some(digit) = decimal(c) else {
            return Err(PyError::value_error(format!(
                "invalid literal for int() with base 10: {}",
                repr_str(text)
            )));
        };
        value = value.saturating_mul(10).saturating_add(digit as i64);
    }
    Ok(value)
}
