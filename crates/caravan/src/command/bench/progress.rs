//! How far a benchmark is, on standard error.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use caravan::bench::multiagentdojo::Progress;

/// How often a terminal is told, and how often anything else.
const ON_TERMINAL: Duration = Duration::from_millis(200);
const ELSEWHERE: Duration = Duration::from_secs(10);

/// A line that tells how far a benchmark is.
#[derive(Debug)]
pub struct Line {
    begun: Instant,
    is_terminal: bool,
    last: Mutex<Option<Instant>>,
}

impl Line {
    /// A line that has told nothing yet.
    pub fn new() -> Line {
        let is_terminal = std::io::stderr().is_terminal();
        Line { begun: Instant::now(), is_terminal, last: Mutex::default() }
    }

    /// Tells it, unless it was told just now.
    pub fn tell(&self, progress: Progress) {
        let often = if self.is_terminal { ON_TERMINAL } else { ELSEWHERE };
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let is_end = progress.done == progress.all;
        if !is_end && last.is_some_and(|last| last.elapsed() < often) {
            return;
        }
        *last = Some(Instant::now());
        let text = line(progress, self.begun.elapsed());
        let (start, end) = match (self.is_terminal, is_end) {
            (true, false) => ("\r\u{1b}[2K", ""),
            (true, true) => ("\r\u{1b}[2K", "\n"),
            (false, _) => ("", "\n"),
        };
        // Nobody may be left to read it.
        let _ = write!(std::io::stderr(), "{start}{text}{end}");
    }
}

fn line(progress: Progress, elapsed: Duration) -> String {
    let Progress { done, before, all } = progress;
    let mut text = format!("{done} of {all} cases");
    let fresh = done.saturating_sub(before);
    if fresh > 0 {
        let rate = fresh as f64 / elapsed.as_secs_f64().max(0.001);
        let left = ((all - done) as f64 / rate).round() as u64;
        let _ = write!(text, ", {rate:.1} a second");
        if left > 0 {
            let _ = write!(text, ", {}:{:02} left", left / 60, left % 60);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_counts_what_was_done_now() {
        let progress = Progress { done: 30, before: 10, all: 150 };
        assert_eq!(line(progress, Duration::from_secs(10)), "30 of 150 cases, 2.0 a second, 1:00 left");
        let nothing_yet = Progress { done: 10, before: 10, all: 150 };
        assert_eq!(line(nothing_yet, Duration::ZERO), "10 of 150 cases");
    }
}
