//! How far a benchmark is, on standard error.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use caravan::bench::multiagentdojo::Progress;
use caravan::model::Ledger;

/// How often a terminal is told, and how often anything else.
const ON_TERMINAL: Duration = Duration::from_millis(200);
const ELSEWHERE: Duration = Duration::from_secs(10);

/// A line that tells how far a benchmark is.
#[derive(Debug)]
pub struct Line {
    begun: Instant,
    ledger: Ledger,
    is_terminal: bool,
    last: Mutex<Option<Instant>>,
}

impl Line {
    /// A line that has told nothing yet; the ledger knows what models take.
    pub fn new(ledger: Ledger) -> Line {
        let is_terminal = std::io::stderr().is_terminal();
        Line { begun: Instant::now(), ledger, is_terminal, last: Mutex::default() }
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
        let text = line(progress, self.begun.elapsed()) + &self.taken();
        let (start, end) = match (self.is_terminal, is_end) {
            (true, false) => ("\r\u{1b}[2K", ""),
            (true, true) => ("\r\u{1b}[2K", "\n"),
            (false, _) => ("", "\n"),
        };
        // Nobody may be left to read it.
        let _ = write!(std::io::stderr(), "{start}{text}{end}");
    }
}

impl Line {
    /// What models took since this run of the command began: tokens, and what they cost as far as it is known.
    fn taken(&self) -> String {
        let entries = self.ledger.entries();
        let tokens: u64 =
            entries.iter().map(|entry| entry.usage.input_tokens + entry.usage.output_tokens).sum();
        if tokens == 0 {
            return String::new();
        }
        let usd: Option<f64> = entries.iter().map(|entry| entry.usd).sum();
        let cost = usd.map(|usd| format!(", ${usd:.2}")).unwrap_or_default();
        format!(", {tokens} tokens{cost}")
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
