//! Dates, times of day and places in sentences.

use jiff::ToSpan;
use jiff::civil::{Date, DateTime};

use super::pattern::{Pattern, escaped, pattern};
use super::{Found, Missing, stem};

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Words of the names of moments that no text has to repeat.
const NO_LABEL: [&str; 7] = ["start", "end", "date", "time", "when", "deadline", "day"];

/// How far ahead a day without a month may lie.
const DAYS_AHEAD: i64 = 62;

pattern!(ISO, r"\b(?P<year>\d{4})-(?P<number>\d{2})-(?P<day>\d{2})\b");
pattern!(
    MONTH_FIRST,
    r"(?i)\b(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (?P<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?P<year>\d{4}))?\b"
);
pattern!(
    DAY_FIRST,
    r"(?i)\b(?P<day>\d{1,2})(?:st|nd|rd|th)? (?:of )?(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:,? (?P<year>\d{4}))?\b"
);
pattern!(ORDINAL, r"\b(?P<day>\d{1,2})(?:st|nd|rd|th)\b");
pattern!(CLOCK, r"\b(\d{1,2})(?::(\d{2}))?\s*([AaPp])\.?[Mm]\b|\b(\d{1,2}):(\d{2})\b");
pattern!(SENT, r"\A\s*Sent: (\d{4}-\d{2}-\d{2})");
pattern!(YEAR, r"\b20\d\d\b");
pattern!(ENDING, r"(?<=[.!?])\s+");
pattern!(AT, r"\bat (?:the |a |our )?([A-Za-z][\w'’ ]*?)(?= on\b| at\b|[.,;!?]|\z)");

/// A sentence, with the day on which it was sent, where a line above says so.
#[derive(Clone, Copy, Debug)]
struct Sentence<'t> {
    sent: Option<Date>,
    text: &'t str,
}

fn sentences(text: &str) -> Vec<Sentence<'_>> {
    let mut sent = None;
    let mut sentences = Vec::new();
    for line in text.lines() {
        if let Some(stamp) = SENT.groups(line).and_then(|stamp| stamp.get(1)) {
            sent = stamp.as_str().parse().ok();
            continue;
        }
        let mut from = 0;
        let ends: Vec<(usize, usize)> = ENDING.all(line).map(|end| (end.start(), end.end())).collect();
        for (end, next) in ends.into_iter().chain([(line.len(), line.len())]) {
            let text = line.get(from..end).unwrap_or_default();
            if !text.trim().is_empty() {
                sentences.push(Sentence { sent, text });
            }
            from = next;
        }
    }
    sentences
}

impl Sentence<'_> {
    /// The day that the sentence names. A missing year is that of the sending, or one that the text names.
    fn day(&self, text: &str) -> Found<Option<Date>> {
        for form in [&*ISO, &*MONTH_FIRST, &*DAY_FIRST] {
            let Some(named) = form.groups(self.text) else { continue };
            let part = |name: &str| named.name(name).map(|part| part.as_str());
            let year = match (part("year"), self.sent) {
                (Some(year), _) => year.parse().map_err(|_| Missing)?,
                (None, Some(sent)) => sent.year(),
                (None, None) => {
                    YEAR.first(text, 0).and_then(|year| year.as_str().parse().ok()).ok_or(Missing)?
                }
            };
            let month = match (part("number"), part("month")) {
                (Some(number), _) => number.parse().ok(),
                (None, Some(name)) => month(name),
                (None, None) => None,
            };
            let day = part("day").and_then(|day| day.parse().ok());
            return Ok(month.zip(day).and_then(|(month, day)| Date::new(year, month, day).ok()));
        }
        let ordinal =
            ORDINAL.groups(self.text).and_then(|found| found.name("day")?.as_str().parse::<i8>().ok());
        let (Some(ordinal), Some(sent)) = (ordinal, self.sent) else { return Ok(None) };
        let following = (0..DAYS_AHEAD).filter_map(|after| sent.checked_add(after.days()).ok());
        Ok(following.into_iter().find(|day| day.day() == ordinal))
    }

    /// The time of day that the sentence names.
    fn clock(&self) -> Option<(i8, i8)> {
        let named = CLOCK.groups(self.text)?;
        let part = |group: usize| named.get(group).and_then(|part| part.as_str().parse::<i8>().ok());
        match named.get(3) {
            Some(half) => {
                let afternoon = half.as_str().eq_ignore_ascii_case("p");
                Some((part(1)? % 12 + if afternoon { 12 } else { 0 }, part(2).unwrap_or(0)))
            }
            None => Some((part(4)?, part(5)?)),
        }
    }
}

fn month(name: &str) -> Option<i8> {
    let name = name.to_lowercase();
    let place = MONTHS.iter().position(|month| *month == name)?;
    i8::try_from(place + 1).ok()
}

/// The moment in the sentence that fits best: most labels, then a time of day, then the first.
pub(super) fn moment(name: &str, text: &str) -> Found<String> {
    let wanted: Vec<Pattern> = name
        .split('_')
        .filter(|word| !NO_LABEL.contains(word))
        .map(|word| Pattern::new(&format!(r"(?i)\b{}", escaped(&stem(word)))))
        .collect();
    let mut best: Option<((usize, bool), DateTime)> = None;
    for sentence in sentences(text) {
        let Some(day) = sentence.day(text)? else { continue };
        let hits = wanted.iter().filter(|word| word.first(sentence.text, 0).is_some()).count();
        let clock = sentence.clock();
        let fit = (hits, clock.is_some());
        if best.is_none_or(|(most, _)| fit > most) {
            let (hour, minute) = clock.unwrap_or_default();
            let moment = DateTime::new(day.year(), day.month(), day.day(), hour, minute, 0, 0);
            best = Some((fit, moment.map_err(|_| Missing)?));
        }
    }
    best.map(|(_, moment)| moment.to_string()).ok_or(Missing)
}

/// What follows `at`, sentences with a date or a time of day first.
pub(super) fn place(text: &str) -> Found<String> {
    let mut ordered = Vec::new();
    for sentence in sentences(text) {
        let vague = usize::from(sentence.day(text)?.is_none()) + usize::from(sentence.clock().is_none());
        ordered.push((vague, sentence));
    }
    ordered.sort_by_key(|(vague, _)| *vague);
    ordered
        .iter()
        .find_map(|(_, sentence)| Some(AT.groups(sentence.text)?.get(1)?.as_str().trim().to_owned()))
        .ok_or(Missing)
}
