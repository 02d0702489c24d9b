//! How much a method passes over in its receiver beside what it makes and looks at, which is counted where it is done.

use super::{Home, Native};
use crate::heap::{Heap, Object};
use crate::value::{BuiltinType, Value};
use crate::work::{MOVED_IN_A_STEP, SEARCHED_IN_A_STEP};

/// Methods of texts and bytes that look at their ends alone.
const AT_THE_ENDS: &[&str] = &["startswith", "endswith"];

/// Methods of lists and deques that move what is behind an element, or all.
const MOVING: &[&str] =
    &["insert", "remove", "reverse", "rotate", "appendleft", "popleft", "extendleft", "index", "count"];

impl Native {
    /// The steps that calling it on this receiver, with so many arguments in all, takes besides.
    #[inline]
    pub(crate) fn passes_over(&self, heap: &Heap, receiver: Value, arguments: usize) -> usize {
        match self.home {
            Home::Method(BuiltinType::Str | BuiltinType::Bytes) => {
                let length = match heap.object(receiver) {
                    Some(Object::Str(text)) => text.as_str().len(),
                    Some(Object::Bytes(bytes)) => bytes.len(),
                    _ => 0,
                };
                match length / SEARCHED_IN_A_STEP {
                    0 => 0,
                    steps if AT_THE_ENDS.contains(&self.name) => steps.min(1),
                    steps => steps,
                }
            }
            Home::Method(BuiltinType::List | BuiltinType::Deque) => {
                let moved =
                    heap.sequence(receiver).map_or(0, |sequence| sequence.items.len()) / MOVED_IN_A_STEP;
                // `pop` takes the last element, unless it is told which.
                let moves = moved > 0 && (MOVING.contains(&self.name) || self.name == "pop" && arguments > 1);
                if moves { moved } else { 0 }
            }
            _ => 0,
        }
    }
}
