//! Room on the stack for what recurses: its depth is bounded before, and a thread may have little left.

/// More stack than one level of any recursion of this crate takes.
const LEVEL: usize = if cfg!(debug_assertions) { 12 << 10 } else { 1536 };
/// What is called beside the recursion.
const BASE: usize = 256 << 10;
/// The deepest recursion that stack is found for.
pub(crate) const DEEPEST: usize = 100_000;

/// Does something that recurses at most so many levels deep.
pub(crate) fn with_room<T>(levels: usize, act: impl FnOnce() -> T) -> T {
    let bytes = levels.min(DEEPEST) * LEVEL + BASE;
    stacker::maybe_grow(bytes, bytes, act)
}
