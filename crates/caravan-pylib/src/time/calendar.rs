//! The proleptic Gregorian calendar: days, ordinals, weeks.

/// Days in a leap year's months, and in the others.
pub(super) fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Whether `year` has a 29th of February.
pub(super) fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// Days before the first of January of `year`, counted from the first of January of year 1.
pub(super) fn days_before_year(year: i64) -> i64 {
    let y = year - 1;
    y * 365 + y.div_euclid(4) - y.div_euclid(100) + y.div_euclid(400)
}

/// Days before the first of `month` within its year.
pub(super) fn days_before_month(year: i64, month: i64) -> i64 {
    (1..month).map(|m| days_in_month(year, m)).sum()
}

/// The ordinal of a day: the first of January of year 1 has ordinal 1.
pub(super) fn ordinal(year: i64, month: i64, day: i64) -> i64 {
    days_before_year(year) + days_before_month(year, month) + day
}

/// Year, month and day of an ordinal; years before 1 and after 9999 too.
pub(super) fn from_ordinal(ordinal: i64) -> (i64, i64, i64) {
    let days = ordinal - 1;
    let era = days.div_euclid(146_097);
    let mut rest = days.rem_euclid(146_097);
    // The last day of a cycle would start a cycle of its own, hence the bounds.
    let centuries = (rest / 36_524).min(3);
    rest -= centuries * 36_524;
    let fours = rest / 1461;
    rest %= 1461;
    let years = (rest / 365).min(3);
    rest -= years * 365;
    let year = era * 400 + centuries * 100 + fours * 4 + years + 1;
    let mut month = 1;
    while month < 12 && rest >= days_in_month(year, month) {
        rest -= days_in_month(year, month);
        month += 1;
    }
    (year, month, rest + 1)
}

/// Monday is 0.
pub(super) fn weekday(ordinal: i64) -> i64 {
    (ordinal + 6).rem_euclid(7)
}

/// The ordinal of the Monday that starts week 1 of the ISO year: the week with the year's first Thursday.
pub(super) fn iso_week1_monday(year: i64) -> i64 {
    let first = ordinal(year, 1, 1);
    let first_weekday = weekday(first);
    let monday = first - first_weekday;
    if first_weekday > 3 { monday + 7 } else { monday }
}

/// What `isocalendar()` gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IsoCalendar {
    /// The ISO year: that of the week's Thursday.
    pub year: i64,
    /// The week, 1 to 53.
    pub week: i64,
    /// The day of the week, Monday is 1.
    pub weekday: i64,
}

/// The ISO year, week and weekday of a day.
pub(super) fn iso_calendar(year: i64, ordinal: i64) -> IsoCalendar {
    let mut iso_year = year;
    let mut week1 = iso_week1_monday(year);
    if ordinal < week1 {
        iso_year -= 1;
        week1 = iso_week1_monday(iso_year);
    } else if ordinal >= iso_week1_monday(year + 1) {
        iso_year += 1;
        week1 = iso_week1_monday(iso_year);
    }
    let days = ordinal - week1;
    IsoCalendar { year: iso_year, week: days / 7 + 1, weekday: days % 7 + 1 }
}

/// Why an ISO year, week and weekday name no day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IsoWeekError {
    /// The year is outside 1 to 9999.
    Year,
    /// The year has no such week.
    Week,
    /// The weekday is outside 1 to 7.
    Weekday,
}

/// The ordinal of an ISO year, week and weekday.
pub(super) fn iso_to_ordinal(year: i64, week: i64, weekday: i64) -> Result<i64, IsoWeekError> {
    if !(1..=9999).contains(&year) {
        return Err(IsoWeekError::Year);
    }
    let week1 = iso_week1_monday(year);
    let weeks = (iso_week1_monday(year + 1) - week1) / 7;
    if !(1..=weeks).contains(&week) {
        return Err(IsoWeekError::Week);
    }
    if !(1..=7).contains(&weekday) {
        return Err(IsoWeekError::Weekday);
    }
    Ok(week1 + (week - 1) * 7 + weekday - 1)
}

/// The nine fields of a `time.struct_time`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeTuple {
    /// Year.
    pub year: i64,
    /// Month, 1 to 12.
    pub month: i64,
    /// Day of the month, 1 to 31.
    pub day: i64,
    /// Hour.
    pub hour: i64,
    /// Minute.
    pub minute: i64,
    /// Second.
    pub second: i64,
    /// Day of the week, Monday is 0.
    pub weekday: i64,
    /// Day of the year, 1 to 366.
    pub yearday: i64,
    /// 1 in daylight saving time, 0 outside it, -1 where the zone does not say.
    pub isdst: i64,
}
