//! Where a generator's choices come from: a seed, or bytes that a fuzzer changes one by one.

/// A row of choices.
pub struct Choices<'a> {
    source: Source<'a>,
}

enum Source<'a> {
    Seed(u64),
    Bytes(&'a [u8]),
}

impl<'a> Choices<'a> {
    /// The choices that follow from a number.
    #[allow(dead_code, reason = "the fuzz targets begin with bytes")]
    pub fn of_seed(seed: u64) -> Choices<'a> {
        Choices { source: Source::Seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d) }
    }

    /// The choices that these bytes make; when they are used up, always the first one.
    #[allow(dead_code, reason = "the comparison with CPython begins with a seed")]
    pub fn of_bytes(bytes: &'a [u8]) -> Choices<'a> {
        Choices { source: Source::Bytes(bytes) }
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        if end < 2 {
            return 0;
        }
        match &mut self.source {
            Source::Seed(state) => {
                *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut mixed = *state;
                mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                ((mixed ^ (mixed >> 31)) % end as u64) as usize
            }
            Source::Bytes(bytes) => {
                let taken = if end <= 256 { 1 } else { 2 };
                let number =
                    bytes.iter().take(taken).fold(0, |number, byte| number << 8 | usize::from(*byte));
                *bytes = bytes.get(taken..).unwrap_or_default();
                number % end
            }
        }
    }

    /// Whether one of `times` chances is taken.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// One of these.
    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }
}
