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
    /// Starts from one season of values.
    fn start(smoothing: Smoothing, season: &[f64]) -> HoltWinters {
        let level = season.iter().sum::<f64>() / season.len().max(1) as f64;
        let season = season.iter().map(|value| value - level).collect();
        HoltWinters { smoothing, level, trend: 0.0, season }
    }

    /// Takes the next value, and gives what it was expected to be.
    fn step(&mut self, value: f64) -> f64 {
        let Smoothing { alpha, beta, gamma } = self.smoothing;
        let season = self.season.pop_front().unwrap_or(0.0);
        let carried = self.level + DAMPING * self.trend;
        let level = alpha * (value - season) + (1.0 - alpha) * carried;
        self.trend = beta * (level - self.level) + (1.0 - beta) * DAMPING * self.trend;
        self.level = level;
        self.season.push_back(gamma * (value - level) + (1.0 - gamma) * season);
        carried + season
    }
}

/// Follows a series with this smoothing. The values of its first season are the start.
fn follow(values: &[f64], season: usize, smoothing: Smoothing) -> Followed {
    let (start, rest) = values.split_at(season.min(values.len()));
    let mut state = HoltWinters::start(smoothing, start);
    let predicted = rest.iter().map(|value| state.step(*value)).collect();
    Followed { smoothing, predicted, first: start.len(), state }
}

/// Follows a series with the smoothing that errs least, a step ahead, over it; or with the one that is given.
pub(super) fn fit(values: &[f64], season: usize, given: Option<Smoothing>) -> Followed {
    if let Some(smoothing) = given {
        return follow(values, season, smoothing);
    }
    let gammas: &[f64] = if season == 1 { &[0.0] } else { &[0.02, 0.1, 0.3] };
    let mut best = follow(values, season, Smoothing { alpha: 0.1, beta: 0.0, gamma: 0.0 });
    let mut least = best.error(values);
    for alpha in [0.02, 0.1, 0.3, 0.6] {
        for beta in [0.0, 0.01, 0.05] {
            for gamma in gammas {
                let other = follow(values, season, Smoothing { alpha, beta, gamma: *gamma });
                let error = other.error(values);
                if error < least {
                    (best, least) = (other, error);
                }
            }
        }
    }
    best
}

impl Followed {
    /// The root of the mean squared error, a step ahead.
    pub(super) fn error(&self, values: &[f64]) -> f64 {
        let squares =
            values.iter().skip(self.first).zip(&self.predicted).map(|(one, other)| (one - other).powi(2));
        (squares.sum::<f64>() / self.predicted.len().max(1) as f64).sqrt()
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
        let ahead = fit(&values[..24 * 8], 24, None).ahead(48);
        for (one, other) in ahead.iter().zip(&values[24 * 8..]) {
            assert!((one - other).abs() < 0.1, "{one} {other}");
        }
    }

    #[test]
    fn a_jump_stands_out_from_what_was_expected() {
        let mut values = daily(24 * 10);
        values[200] += 50.0;
        let followed = fit(&values, 24, None);
        let errors: Vec<f64> =
            values.iter().skip(followed.first).zip(&followed.predicted).map(|(a, b)| (a - b).abs()).collect();
        let largest = errors.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).unwrap().0;
        assert_eq!(largest + followed.first, 200);
    }

    #[test]
    fn without_a_season_a_trend_is_followed_and_damped() {
        let values: Vec<f64> = (0..100).map(f64::from).collect();
        let ahead = fit(&values, 1, None).ahead(10);
        assert!(ahead[0] > 97.0 && ahead[9] > ahead[0] && ahead[9] < 115.0, "{ahead:?}");
    }
}
