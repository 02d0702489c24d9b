//! The engine of a sort, without comparisons of its own.

/// The length of the runs that are sorted by insertion before they are merged.
const RUN: usize = 32;

/// A stable merge sort that has no comparison of its own: it asks whether one element is less than
/// another, and goes on with the answer. Whatever the answers are, it ends, with a permutation.
#[derive(Debug)]
pub(crate) struct Sorter {
    /// Which element stands where so far.
    order: Vec<u32>,
    phase: Phase,
}

#[derive(Debug)]
enum Phase {
    /// Inserting the element at `place` into the sorted ones before it; it belongs between `low` and
    /// `high`. Its neighbour is asked first, so that what is sorted already takes one question each.
    Insert {
        place: usize,
        low: usize,
        high: usize,
        probe: usize,
    },
    /// Merging `start..middle` with `middle..end`.
    Merge {
        width: usize,
        start: usize,
        left: usize,
        right: usize,
        merged: Vec<u32>,
        begun: bool,
    },
    Sorted,
}

impl Sorter {
    /// A sort of elements that stand in this order.
    pub(crate) fn new(order: Vec<u32>) -> Sorter {
        let phase = match order.len() {
            0 | 1 => Phase::Sorted,
            _ => Phase::Insert { place: 1, low: 0, high: 1, probe: 0 },
        };
        Sorter { order, phase }
    }

    /// The two elements of which it must be known whether the first is less than the second; none once
    /// they are sorted.
    pub(crate) fn question(&self) -> Option<(u32, u32)> {
        let (first, second) = match &self.phase {
            Phase::Sorted => return None,
            Phase::Insert { place, probe, .. } => (*place, *probe),
            Phase::Merge { right, begun: false, .. } => (*right, right.saturating_sub(1)),
            Phase::Merge { left, right, .. } => (*right, *left),
        };
        self.order.get(first).copied().zip(self.order.get(second).copied())
    }

    /// Goes on with the answer to the question.
    pub(crate) fn answer(&mut self, less: bool) {
        match &mut self.phase {
            Phase::Sorted => {}
            Phase::Insert { place, low, high, probe, .. } => {
                if less {
                    *high = *probe;
                } else {
                    *low = *probe + 1;
                }
                if *low < *high {
                    *probe = (*low + *high) / 2;
                    return;
                }
                let (place, low) = (*place, *low);
                if let Some(moved) = self.order.get_mut(low..=place) {
                    moved.rotate_right(1);
                }
                self.insert_next(place + 1);
            }
            Phase::Merge { left, right, merged, begun, .. } => {
                if !*begun && !less {
                    // The last of the left is not above the first of the right.
                    self.merge_next();
                    return;
                }
                if *begun {
                    let taken = if less { &mut *right } else { &mut *left };
                    merged.extend(self.order.get(*taken));
                    *taken += 1;
                }
                *begun = true;
                self.finish_merge();
            }
        }
    }

    /// The elements in order.
    pub(crate) fn into_order(self) -> Vec<u32> {
        self.order
    }

    fn insert_next(&mut self, place: usize) {
        // The first of a run is where it belongs.
        let place = if place.is_multiple_of(RUN) { place + 1 } else { place };
        if place < self.order.len() {
            let start = place - place % RUN;
            self.phase = Phase::Insert { place, low: start, high: place, probe: place - 1 };
        } else {
            self.begin_merge(RUN, 0);
        }
    }

    fn begin_merge(&mut self, mut width: usize, mut start: usize) {
        let length = self.order.len();
        if start + width >= length {
            width *= 2;
            start = 0;
        }
        self.phase = if width >= length {
            Phase::Sorted
        } else {
            Phase::Merge { width, start, left: start, right: start + width, merged: Vec::new(), begun: false }
        };
    }

    fn merge_next(&mut self) {
        if let Phase::Merge { width, start, .. } = self.phase {
            self.begin_merge(width, start + 2 * width);
        }
    }

    /// Ends the merge once one side is used up.
    fn finish_merge(&mut self) {
        let length = self.order.len();
        let Phase::Merge { width, start, left, right, merged, .. } = &mut self.phase else { return };
        let (middle, end) = (*start + *width, (*start + 2 * *width).min(length));
        if *left < middle && *right < end {
            return;
        }
        let rest = if *left < middle { *left..middle } else { *right..end };
        merged.extend(self.order.get(rest).unwrap_or(&[]));
        if let Some(target) = self.order.get_mut(*start..end)
            && target.len() == merged.len()
        {
            target.copy_from_slice(merged);
        }
        self.merge_next();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The order that the engine finds for these keys, and how many questions it asked.
    fn sort(keys: &[i32]) -> (Vec<u32>, usize) {
        let mut sorter = Sorter::new((0..keys.len() as u32).collect());
        let mut questions = 0;
        while let Some((a, b)) = sorter.question() {
            questions += 1;
            sorter.answer(keys[a as usize] < keys[b as usize]);
        }
        (sorter.into_order(), questions)
    }

    /// Numbers that repeat often, without a pattern that a sort could lean on.
    fn numbers(length: usize, seed: u64) -> Vec<i32> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i32 % 50
        };
        (0..length).map(|_| next()).collect()
    }

    #[test]
    fn every_length_is_sorted_stably() {
        for length in (0..200).chain([1000, 4097]) {
            let keys = numbers(length, length as u64);
            let mut expected: Vec<u32> = (0..length as u32).collect();
            expected.sort_by_key(|&place| keys[place as usize]);
            assert_eq!(sort(&keys).0, expected, "{length}");
        }
    }

    #[test]
    fn what_is_sorted_already_takes_about_a_question_each() {
        let keys: Vec<i32> = (0..10_000).collect();
        assert!(sort(&keys).1 < 10_400);
    }

    #[test]
    fn the_number_of_questions_is_that_of_a_merge_sort() {
        assert!(sort(&numbers(10_000, 3)).1 < 10_000 * 15);
    }

    #[test]
    fn answers_without_sense_still_end_in_a_permutation() {
        for answer in [true, false] {
            let mut sorter = Sorter::new((0..500).collect());
            while sorter.question().is_some() {
                sorter.answer(answer);
            }
            let mut order = sorter.into_order();
            order.sort_unstable();
            assert!(order.iter().copied().eq(0..500));
        }
    }
}
