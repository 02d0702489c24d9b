//! `datetime.timezone` and `zoneinfo.ZoneInfo`.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

use jiff::tz::{AmbiguousOffset, Dst, Offset, TimeZone as Zone, TimeZoneDatabase};
use jiff::{Timestamp, civil};

use super::{Date, DateTime, MICROS_PER_DAY, MICROS_PER_SECOND, Time, TimeDelta, calendar, offset_text};
use crate::error::{ExcKind, PyError, PyResult};
use crate::text::escape::repr_str;

/// The zones that the program carries; it reads none from the host.
static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// A time zone: a fixed offset from UTC, with or without a name, or a zone of the IANA database.
#[derive(Clone)]
pub struct TimeZone(Kind);

#[derive(Clone)]
enum Kind {
    Utc,
    Fixed(Arc<Fixed>),
    Named(Arc<Named>),
}

struct Fixed {
    /// Microseconds east of UTC, less than a day.
    offset: i64,
    name: Option<String>,
}

struct Named {
    key: String,
    zone: Zone,
}

/// What a zone says about one moment.
pub(super) struct ZoneInfo {
    /// Microseconds east of UTC.
    pub(super) offset: i64,
    /// Whether daylight saving time holds; none where the zone does not say.
    pub(super) daylight: Option<bool>,
    /// What `tzname()` gives.
    pub(super) name: String,
}

impl TimeZone {
    /// `timezone.utc`.
    pub const UTC: TimeZone = TimeZone(Kind::Utc);

    /// `timezone(offset, name)`. `ValueError` for an offset of a day or more.
    pub fn fixed(offset: TimeDelta, name: Option<&str>) -> PyResult<Self> {
        let micros = offset.total_micros();
        if micros.abs() >= i128::from(MICROS_PER_DAY) {
            return Err(PyError::value_error(format!(
                "offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not {}.",
                offset.repr()
            )));
        }
        if micros == 0 && name.is_none() {
            return Ok(TimeZone::UTC);
        }
        Ok(TimeZone(Kind::Fixed(Arc::new(Fixed { offset: micros as i64, name: name.map(str::to_owned) }))))
    }

    /// A nameless zone so many microseconds east of UTC. `ValueError` for a day or more.
    pub(super) fn from_micros(offset: i64) -> PyResult<Self> {
        Self::fixed(TimeDelta::from_micros(offset.into())?, None)
    }

    /// `ZoneInfo(key)`. `ZoneInfoNotFoundError` for a key that the database lacks.
    pub fn named(key: &str) -> PyResult<Self> {
        match ZONES.get(key) {
            // The database looks names up without regard to case; Python does not.
            Ok(zone) if zone.iana_name() == Some(key) => {
                Ok(TimeZone(Kind::Named(Arc::new(Named { key: key.to_owned(), zone }))))
            }
            _ if key.starts_with('/') => {
                Err(PyError::value_error(format!("ZoneInfo keys may not be absolute paths, got: {key}")))
            }
            _ => {
                let message = format!("No time zone found with key {key}");
                Err(PyError::new(ExcKind::ZoneInfoNotFoundError, repr_str(&message)))
            }
        }
    }

    /// Whether this is the very same zone, as `is` says: equal zones may still be two.
    pub fn is_same(&self, other: &TimeZone) -> bool {
        match (&self.0, &other.0) {
            (Kind::Utc, Kind::Utc) => true,
            (Kind::Fixed(left), Kind::Fixed(right)) => Arc::ptr_eq(left, right),
            (Kind::Named(left), Kind::Named(right)) => left.key == right.key,
            _ => false,
        }
    }

    /// The key of a zone of the IANA database; none for a fixed offset.
    pub fn key(&self) -> Option<&str> {
        match &self.0 {
            Kind::Named(named) => Some(&named.key),
            _ => None,
        }
    }

    /// `repr(self)`.
    pub fn repr(&self) -> String {
        match &self.0 {
            Kind::Utc => "datetime.timezone.utc".to_owned(),
            Kind::Fixed(fixed) => {
                let offset = TimeDelta::from_micros(fixed.offset.into()).unwrap_or(TimeDelta::ZERO).repr();
                match &fixed.name {
                    Some(name) => format!("datetime.timezone({offset}, {})", repr_str(name)),
                    None => format!("datetime.timezone({offset})"),
                }
            }
            Kind::Named(named) => format!("zoneinfo.ZoneInfo(key={})", repr_str(&named.key)),
        }
    }

    /// `tz.utcoffset(moment)`; none where the offset depends on a moment and there is none.
    pub fn utcoffset(&self, moment: Option<&DateTime>) -> Option<TimeDelta> {
        let offset = match moment {
            Some(moment) => Some(self.at_local(moment).offset),
            None => self.fixed_offset(),
        };
        offset.and_then(|offset| TimeDelta::from_micros(offset.into()).ok())
    }

    /// `tz.tzname(moment)`; none where the name depends on a moment and there is none.
    pub fn tzname(&self, moment: Option<&DateTime>) -> Option<String> {
        match (moment, &self.0) {
            (Some(moment), _) => Some(self.at_local(moment).name),
            (None, Kind::Named(named)) => {
                named.zone.to_fixed_offset().ok()?;
                Some(named.at_instant(Timestamp::UNIX_EPOCH).name)
            }
            (None, _) => Some(self.to_string()),
        }
    }

    /// `tz.dst(moment)`; none for a fixed offset, and where there is no moment to judge by.
    pub fn dst(&self, moment: Option<&DateTime>) -> Option<TimeDelta> {
        let (Kind::Named(named), Some(moment)) = (&self.0, moment) else { return None };
        let info = named.at_local(moment.date(), &moment.time());
        if info.daylight != Some(true) {
            return Some(TimeDelta::ZERO);
        }
        // The database holds whether, not by how much: it is the difference to the nearest standard time.
        let instant = timestamp(moment.utc_micros());
        let standard = named
            .zone
            .preceding(instant)
            .take(4)
            .chain(named.zone.following(instant).take(4))
            .find(|transition| transition.dst() == Dst::No)
            .map(|transition| offset_micros(transition.offset()));
        let saved = info.offset - standard.unwrap_or(info.offset - 3600 * MICROS_PER_SECOND);
        TimeDelta::from_micros(saved.into()).ok()
    }

    /// Microseconds east of UTC where they are the same at every moment.
    pub(super) fn fixed_offset(&self) -> Option<i64> {
        match &self.0 {
            Kind::Utc => Some(0),
            Kind::Fixed(fixed) => Some(fixed.offset),
            Kind::Named(named) => named.zone.to_fixed_offset().ok().map(offset_micros),
        }
    }

    /// What holds at a moment given in this zone's own time.
    pub(super) fn at_local(&self, moment: &DateTime) -> ZoneInfo {
        match &self.0 {
            Kind::Named(named) => named.at_local(moment.date(), &moment.time()),
            _ => {
                ZoneInfo { offset: self.fixed_offset().unwrap_or(0), daylight: None, name: self.to_string() }
            }
        }
    }

    /// The offset at a moment given in microseconds of UTC since the first of January of year 1, and whether it is
    /// the second of two moments with the same local time.
    pub(super) fn at_utc(&self, micros: i64) -> (i64, bool) {
        let Kind::Named(named) = &self.0 else { return (self.fixed_offset().unwrap_or(0), false) };
        let offset = named.at_instant(timestamp(micros)).offset;
        let (date, time) = DateTime::split_micros(micros + offset);
        let second = match (date, civil_of(date, &time)) {
            (Some(_), Some(local)) => match named.zone.to_ambiguous_timestamp(local).offset() {
                AmbiguousOffset::Fold { after, .. } => offset_micros(after) == offset,
                _ => false,
            },
            _ => false,
        };
        (offset, second)
    }
}

impl Named {
    fn at_instant(&self, instant: Timestamp) -> ZoneInfo {
        let info = self.zone.to_offset_info(instant);
        ZoneInfo {
            offset: offset_micros(info.offset()),
            daylight: Some(info.dst() == Dst::Yes),
            name: info.abbreviation().to_owned(),
        }
    }

    fn at_local(&self, date: Date, time: &Time) -> ZoneInfo {
        let Some(local) = civil_of(Some(date), time) else { return self.at_instant(Timestamp::UNIX_EPOCH) };
        // The offset itself and the one by which its instant is found: in a gap they are the two sides of it, since
        // a local time that never was is read by the rule that held before (fold 0) or after it (fold 1).
        let (offset, reach) = match self.zone.to_ambiguous_timestamp(local).offset() {
            AmbiguousOffset::Unambiguous { offset } => (offset, offset),
            AmbiguousOffset::Gap { before, after } if time.fold() => (after, before),
            AmbiguousOffset::Gap { before, after } => (before, after),
            AmbiguousOffset::Fold { after, .. } if time.fold() => (after, after),
            AmbiguousOffset::Fold { before, .. } => (before, before),
        };
        let micros = DateTime::join_micros(date, time) - offset_micros(reach);
        let mut info = self.at_instant(timestamp(micros));
        info.offset = offset_micros(offset);
        info
    }
}

impl PartialEq for TimeZone {
    /// As Python: fixed offsets compare by the offset alone, zones of the database by their key.
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Kind::Named(left), Kind::Named(right)) => left.key == right.key,
            (Kind::Named(_), _) | (_, Kind::Named(_)) => false,
            _ => self.fixed_offset() == other.fixed_offset(),
        }
    }
}

impl Eq for TimeZone {}

impl Hash for TimeZone {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Kind::Named(named) => named.key.hash(state),
            _ => self.fixed_offset().hash(state),
        }
    }
}

impl fmt::Display for TimeZone {
    /// `str(self)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Utc => f.write_str("UTC"),
            Kind::Fixed(fixed) => match &fixed.name {
                Some(name) => f.write_str(name),
                None if fixed.offset == 0 => f.write_str("UTC"),
                None => write!(f, "UTC{}", offset_text(fixed.offset, ":")),
            },
            Kind::Named(named) => f.write_str(&named.key),
        }
    }
}

impl fmt::Debug for TimeZone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.repr())
    }
}

fn offset_micros(offset: Offset) -> i64 {
    i64::from(offset.seconds()) * MICROS_PER_SECOND
}

/// The instant of so many microseconds of UTC since the first of January of year 1.
///
/// The database knows no instants of the last day of year 9999: its last one does for them.
fn timestamp(micros: i64) -> Timestamp {
    let epoch = (calendar::ordinal(1970, 1, 1) - 1) * MICROS_PER_DAY;
    Timestamp::from_microsecond(micros - epoch).unwrap_or(Timestamp::MAX)
}

fn civil_of(date: Option<Date>, time: &Time) -> Option<civil::DateTime> {
    let date = date?;
    civil::DateTime::new(
        i16::try_from(date.year()).ok()?,
        i8::try_from(date.month()).ok()?,
        i8::try_from(date.day()).ok()?,
        i8::try_from(time.hour()).ok()?,
        i8::try_from(time.minute()).ok()?,
        i8::try_from(time.second()).ok()?,
        i32::try_from(time.microsecond() * 1000).ok()?,
    )
    .ok()
}
