//! The bounds of a slice, for every sequence: what `slice.indices` computes.

use crate::error::{PyError, PyResult};

/// The places that a slice of a sequence picks: `count` of them, from `start` by `step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The first place; of no meaning if `count` is 0, but for an assignment to an empty slice the place to insert at.
    pub start: usize,
    /// From one place to the next; never 0.
    pub step: i64,
    /// How many places.
    pub count: usize,
}

impl Bounds {
    /// Of `sequence[start:stop:step]` for a sequence of that length; bounds beyond 64 bits may be clamped to them.
    /// `ValueError` for a step of 0.
    pub fn new(length: usize, start: Option<i64>, stop: Option<i64>, step: Option<i64>) -> PyResult<Bounds> {
        let step = step.unwrap_or(1);
        if step == 0 {
            return Err(PyError::value_error("slice step cannot be zero"));
        }
        let length = i64::try_from(length).unwrap_or(i64::MAX);
        let (lowest, highest) = if step > 0 { (0, length) } else { (-1, length - 1) };
        let clamp = |bound: i64| {
            let from_front = if bound < 0 { bound.saturating_add(length) } else { bound };
            from_front.clamp(lowest, highest)
        };
        let (first, last) = if step > 0 { (lowest, highest) } else { (highest, lowest) };
        let start = start.map_or(first, clamp);
        let stop = stop.map_or(last, clamp);
        let distance = if step > 0 { stop - start } else { start - stop };
        let count = if distance <= 0 { 0 } else { (distance as u64 - 1) / step.unsigned_abs() + 1 };
        Ok(Bounds { start: usize::try_from(start).unwrap_or(0), step, count: count as usize })
    }

    /// The places, in the order of the slice.
    pub fn places(self) -> impl ExactSizeIterator<Item = usize> + Clone {
        (0..self.count).map(move |index| {
            let offset = self.step.unsigned_abs() as usize * index;
            if self.step > 0 { self.start + offset } else { self.start - offset }
        })
    }
}

/// The place that an index means in a sequence of that length, negative ones from its end; none outside of it.
pub fn place(length: usize, index: i64) -> Option<usize> {
    let place = match usize::try_from(index) {
        Ok(place) => place,
        Err(_) => length.checked_sub(usize::try_from(index.unsigned_abs()).ok()?)?,
    };
    (place < length).then_some(place)
}

/// The bounds of a search in a sequence of that length, as `str.find` and `list.index` read them: clamped, negative
/// ones from the end; none if the start lies after the end.
pub fn search_window(length: usize, start: Option<i64>, end: Option<i64>) -> Option<(usize, usize)> {
    let from_front = |bound: i64| match usize::try_from(bound) {
        Ok(place) => place,
        Err(_) => length.saturating_sub(usize::try_from(bound.unsigned_abs()).unwrap_or(usize::MAX)),
    };
    let start = start.map_or(0, from_front);
    let end = end.map_or(length, |end| from_front(end).min(length));
    (start <= end).then_some((start, end))
}
