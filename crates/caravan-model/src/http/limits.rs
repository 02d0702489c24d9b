//! How long things may take and how large answers may be.

use std::time::Duration;

/// How long things may take and how large answers may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// For the connection.
    pub connect: Duration,
    /// For one request with its answer. A request that hits it is not sent again.
    pub request: Duration,
    /// How often a request is sent again after a broken connection or an answer that asks for it.
    pub retries: u32,
    /// The wait before the first of these; doubled for each that follows, and jittered.
    pub first_wait: Duration,
    /// The longest wait. An endpoint that asks for a longer one gets no further request.
    pub longest_wait: Duration,
    /// The most bytes of an answer.
    pub answer_bytes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connect: Duration::from_secs(10),
            request: Duration::from_secs(180),
            retries: 4,
            first_wait: Duration::from_millis(500),
            longest_wait: Duration::from_secs(60),
            answer_bytes: 4 * 1024 * 1024,
        }
    }
}
