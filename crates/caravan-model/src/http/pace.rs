//! How often one provider is asked: requests and tokens per minute.
//!
//! What a request takes is guessed before it is sent and put right by its answer, which the limiters that
//! only count in advance cannot do.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

const MINUTE: f64 = 60.0;

/// What a provider may be asked for within a minute; what is not set has no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rates {
    /// Requests.
    pub requests_per_minute: Option<u32>,
    /// Tokens, read and written.
    pub tokens_per_minute: Option<u32>,
}

/// Holds requests back until they are within the rates.
#[derive(Debug)]
pub(super) struct Pace {
    rates: Rates,
    state: Mutex<Option<State>>,
}

#[derive(Clone, Copy, Debug)]
struct State {
    at: Instant,
    requests: f64,
    tokens: f64,
}

impl Pace {
    pub(super) fn new(rates: Rates) -> Pace {
        Pace { rates, state: Mutex::new(None) }
    }

    /// Waits until a request of about so many tokens may be sent.
    pub(super) async fn wait(&self, tokens: u64) {
        let wait = self.take(Instant::now(), tokens);
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
    }

    /// The tokens that a request took besides those that were guessed.
    pub(super) fn correct(&self, guessed: u64, taken: u64) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(state) = state.as_mut() {
            state.tokens += guessed as f64 - taken as f64;
        }
    }

    /// Takes a place, and gives the wait for it. What is there may fall below nothing: those who come later
    /// wait for longer, each in turn.
    fn take(&self, now: Instant, tokens: u64) -> Duration {
        let (requests, per_minute) = (self.rates.requests_per_minute, self.rates.tokens_per_minute);
        let full = |most: Option<u32>| most.map_or(f64::INFINITY, f64::from);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let state =
            state.get_or_insert(State { at: now, requests: full(requests), tokens: full(per_minute) });
        let minutes = now.saturating_duration_since(state.at).as_secs_f64() / MINUTE;
        state.at = now;
        let filled = |there: f64, most: Option<u32>| (there + minutes * full(most)).min(full(most));
        if requests.is_some() {
            state.requests = filled(state.requests, requests) - 1.0;
        }
        if per_minute.is_some() {
            state.tokens = filled(state.tokens, per_minute) - tokens as f64;
        }
        let missing = |there: f64, most: Option<u32>| match most {
            Some(most) if there < 0.0 => -there / f64::from(most.max(1)) * MINUTE,
            _ => 0.0,
        };
        let seconds = missing(state.requests, requests).max(missing(state.tokens, per_minute));
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(pace: &Pace, now: Instant, tokens: u64) -> f64 {
        (pace.take(now, tokens).as_secs_f64() * 10.0).round() / 10.0
    }

    #[tokio::test]
    async fn requests_beyond_the_rate_wait_each_in_turn() {
        let pace = Pace::new(Rates { requests_per_minute: Some(2), tokens_per_minute: None });
        let start = Instant::now();
        assert_eq!([0; 4].map(|_| seconds(&pace, start, 9)), [0.0, 0.0, 30.0, 60.0]);
        // A minute later, two more places are free, which those two have taken.
        assert_eq!(seconds(&pace, start + Duration::from_secs(60), 9), 30.0);
    }

    #[tokio::test]
    async fn tokens_are_put_right_by_what_was_taken() {
        let pace = Pace::new(Rates { requests_per_minute: None, tokens_per_minute: Some(600) });
        let start = Instant::now();
        assert_eq!(seconds(&pace, start, 500), 0.0);
        pace.correct(500, 700);
        assert_eq!(seconds(&pace, start, 100), 20.0);
        pace.correct(100, 0);
        assert_eq!(seconds(&pace, start + Duration::from_secs(10), 0), 0.0);
    }

    #[tokio::test]
    async fn without_rates_nothing_waits() {
        let pace = Pace::new(Rates::default());
        assert!((0..1000).all(|_| pace.take(Instant::now(), u64::MAX).is_zero()));
    }
}
