//! Intervals of a share that was measured on `n` cases, at 95 percent.

/// The standard normal quantile of a two-sided interval at 95 percent, as the tables in print use it.
const Z: f64 = 1.96;

/// A share with its interval, all between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// In how many cases it was so.
    pub k: u64,
    /// Of how many.
    pub n: u64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Share {
    /// With the interval of Wald, clipped to 0..1: `p ± z sqrt(p (1 - p) / n)`. Of no cases it is 0..1.
    pub fn wald(k: u64, n: u64) -> Share {
        if n == 0 {
            return Share { k, n, low: 0.0, high: 1.0 };
        }
        let (p, n_) = (k as f64 / n as f64, n as f64);
        let half = Z * (p * (1.0 - p) / n_).sqrt();
        Share { k, n, low: (p - half).max(0.0), high: (p + half).min(1.0) }
    }

    /// With the interval of Wilson (1927), which is sound for small shares. Of no cases it is 0..1.
    pub fn wilson(k: u64, n: u64) -> Share {
        if n == 0 {
            return Share { k, n, low: 0.0, high: 1.0 };
        }
        let (p, n_) = (k as f64 / n as f64, n as f64);
        let spread = Z * Z / n_;
        let middle = p + spread / 2.0;
        let half = Z * (p * (1.0 - p) / n_ + spread / (4.0 * n_)).sqrt();
        let (low, high) = ((middle - half) / (1.0 + spread), (middle + half) / (1.0 + spread));
        // At the ends the exact value is 0 or 1, which rounding misses.
        let low = if k == 0 { 0.0 } else { low.clamp(0.0, 1.0) };
        let high = if k == n { 1.0 } else { high.clamp(0.0, 1.0) };
        Share { k, n, low, high }
    }

    /// The share itself; 0 of no cases.
    pub fn value(&self) -> f64 {
        if self.n == 0 { 0.0 } else { self.k as f64 / self.n as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(share: Share, low: f64, high: f64) {
        assert!((share.low - low).abs() < 5e-5 && (share.high - high).abs() < 5e-5, "{share:?}");
    }

    #[test]
    fn walds_interval_has_its_known_values() {
        near(Share::wald(50, 100), 0.4020, 0.5980);
        near(Share::wald(93, 97), 0.9192, 0.9983);
        near(Share::wald(97, 97), 1.0, 1.0);
        near(Share::wald(99, 100), 0.9705, 1.0);
    }

    #[test]
    fn wilsons_interval_has_its_known_values() {
        // Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        near(Share::wilson(81, 263), 0.2553, 0.3662);
        near(Share::wilson(15, 148), 0.0624, 0.1605);
        near(Share::wilson(0, 20), 0.0, 0.1611);
        near(Share::wilson(1, 29), 0.0061, 0.1718);
        near(Share::wilson(20, 20), 0.8389, 1.0);
    }

    #[test]
    fn of_no_cases_nothing_is_known() {
        near(Share::wald(0, 0), 0.0, 1.0);
        near(Share::wilson(0, 0), 0.0, 1.0);
        assert!(Share::wilson(0, 0).value().abs() < f64::EPSILON);
    }
}
