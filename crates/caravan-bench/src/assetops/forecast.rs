//! A small forecaster of known kind, in place of the pretrained models of AssetOpsBench: exponential smoothing with an additive
//! season and a damped trend (Holt 1957, Winters 1960, Gardner and McKenzie 1985).

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

/// How much of the trend is left a step later.
const DAMPING: f64 = 0.98;

/// How fast level, trend and season follow the values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Smoothing {
    pub(super) alpha: f64,
    pub(super) beta: f64,
    pub(super) gamma: f64,
    /// How many steps a season has; 1 where there is none.
    pub(super) season: usize,
}

/// What is known after some values.
#[derive(Clone, Debug)]
pub(super) struct HoltWinters {
    smoothing: Smoothing,
    level: f64,
    trend: f64,
    /// The seasonal part of the steps to come, the next one first.
    season: VecDeque<f64>,
}

/// What came of following a series.
#[derive(Clone, Debug)]
pub(super) struct Followed {
    pub(super) smoothing: Smoothing,
    /// What was predicted for each value from the one at `first` on, a step before it was seen.
    pub(super) predicted: Vec<f64>,
    /// How many values the start took.
    pub(super) first: usize,
    state: HoltWinters,
}

/// What the forecaster is called in results.
pub(super) fn name(season: usize) -> String {
    match season {
        1 => "Holt's exponential smoothing with a damped trend, without a season".to_owned(),
        _ => format!("Holt-Winters exponential smoothing, additive season of {season} steps, damped trend"),
    }
}

impl HoltWinters {
    /// Starts from some values: one season, or the first few where there is none.
    fn start(smoothing: Smoothing, values: &[f64]) -> HoltWinters {
        let level = values.iter().sum::<f64>() / values.len().max(1) as f64;
        let season = match smoothing.season {
            1 => VecDeque::from([0.0]),
            _ => values.iter().map(|value| value - level).collect(),
        };
        HoltWinters { smoothing, level, trend: 0.0, season }
    }

    /// Takes the next value, and gives what it was expected to be.
    fn step(&mut self, value: f64) -> f64 {
        let Smoothing { alpha, beta, gamma, .. } = self.smoothing;
        let season = self.season.pop_front().unwrap_or(0.0);
        let carried = self.level + DAMPING * self.trend;
        let level = alpha * (value - season) + (1.0 - alpha) * carried;
        self.trend = beta * (level - self.level) + (1.0 - beta) * DAMPING * self.trend;
        self.level = level;
        self.season.push_back(gamma * (value - level) + (1.0 - gamma) * season);
        carried + season
    }
}

/// Without a season, how many values are the start.
const START: usize = 8;

/// Follows a series with this smoothing. The values of its first season are the start.
pub(super) fn follow(values: &[f64], smoothing: Smoothing) -> Followed {
    let start = if smoothing.season == 1 { START } else { smoothing.season };
    let (start, rest) = values.split_at(start.min(values.len()));
    let mut state = HoltWinters::start(smoothing, start);
    let predicted = rest.iter().map(|value| state.step(*value)).collect();
    Followed { smoothing, predicted, first: start.len(), state }
}

/// Follows a series with the smoothing that errs least, a step ahead, over it: with this season or without one.
pub(super) fn fit(values: &[f64], season: usize) -> Followed {
    let mut best = follow(values, Smoothing { alpha: 0.1, beta: 0.0, gamma: 0.0, season: 1 });
    // All are measured over the same values.
    let from = season.max(START);
    let mut least = best.error_from(values, from);
    for (season, gammas) in [(1, &[0.0][..]), (season, &[0.02, 0.1, 0.3][..])] {
        for alpha in [0.02, 0.1, 0.3, 0.6] {
            for beta in [0.0, 0.01, 0.05] {
                for gamma in gammas {
                    let other = follow(values, Smoothing { alpha, beta, gamma: *gamma, season });
                    let error = other.error_from(values, from);
                    if error < least {
                        (best, least) = (other, error);
                    }
                }
            }
        }
    }
    best
}

impl Followed {
    /// The root of the mean squared error, a step ahead.
    pub(super) fn error(&self, values: &[f64]) -> f64 {
        self.error_from(values, self.first)
    }

    /// The same over the values from the one at `from` on.
    pub(super) fn error_from(&self, values: &[f64], from: usize) -> f64 {
        let pairs = values.iter().skip(self.first).zip(&self.predicted).skip(from.saturating_sub(self.first));
        let squares: Vec<f64> = pairs.map(|(one, other)| (one - other).powi(2)).collect();
        (squares.iter().sum::<f64>() / squares.len().max(1) as f64).sqrt()
    }

    /// The steps to come.
    pub(super) fn ahead(&self, steps: usize) -> Vec<f64> {
        let (mut trend, mut level) = (self.state.trend, self.state.level);
        let seasons = self.state.season.iter().cycle().take(steps);
        let values = seasons.map(|season| {
            trend *= DAMPING;
            level += trend;
            level + season
        });
        values.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn daily(count: usize) -> Vec<f64> {
        (0..count).map(|at| 100.0 + 10.0 * (at as f64 * std::f64::consts::TAU / 24.0).sin()).collect()
    }

    #[test]
    fn a_season_is_carried_on() {
        let values = daily(24 * 10);
        let ahead = fit(&values[..24 * 8], 24).ahead(48);
        for (one, other) in ahead.iter().zip(&values[24 * 8..]) {
            assert!((one - other).abs() < 0.1, "{one} {other}");
        }
    }

    #[test]
    fn a_jump_stands_out_from_what_was_expected() {
        let mut values = daily(24 * 10);
        values[200] += 50.0;
        let followed = fit(&values, 24);
        let errors: Vec<f64> =
            values.iter().skip(followed.first).zip(&followed.predicted).map(|(a, b)| (a - b).abs()).collect();
        let largest = errors.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).unwrap().0;
        assert_eq!(largest + followed.first, 200);
    }

    #[test]
    fn noise_round_a_mean_is_followed_without_a_season() {
        let values: Vec<f64> =
            (0..480_u32).map(|at| f64::from(at.wrapping_mul(2_654_435_761) >> 16)).collect();
        let followed = fit(&values, 24);
        assert_eq!(followed.smoothing.season, 1);
        let mean = values.iter().sum::<f64>() / 480.0;
        let spread = (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 480.0).sqrt();
        assert!(followed.error(&values) < 1.05 * spread, "{} {spread}", followed.error(&values));
    }

    #[test]
    fn without_a_season_a_trend_is_followed_and_damped() {
        let values: Vec<f64> = (0..100).map(f64::from).collect();
        let ahead = fit(&values, 1).ahead(10);
        assert!(ahead[0] > 97.0 && ahead[9] > ahead[0] && ahead[9] < 115.0, "{ahead:?}");
    }
}
