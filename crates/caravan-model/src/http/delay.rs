//! How long to wait before a request is sent again.

use std::time::{Duration, SystemTime};

use reqwest::header::HeaderMap;
use serde_json::Value as Json;

use super::limits::Limits;

/// The wait before the next try, after `failed` tries. `asked` is what the endpoint asks for; the wait is
/// never shorter than that. Nothing if it asks for more than the limits allow. `chance` is from 0 to 1.
pub(super) fn before_next(
    limits: &Limits,
    failed: u32,
    asked: Option<Duration>,
    chance: f64,
) -> Option<Duration> {
    let doubled =
        limits.first_wait.saturating_mul(1_u32.checked_shl(failed.saturating_sub(1)).unwrap_or(u32::MAX));
    let backoff = doubled.min(limits.longest_wait);
    match asked {
        Some(asked) if asked > limits.longest_wait => None,
        // A little more than asked for, so that not all who wait come back at once.
        Some(asked) => Some(asked + limits.first_wait.mul_f64(chance * 0.5)),
        None => Some(backoff.mul_f64(0.5 + chance * 0.5)),
    }
}

/// The wait that an answer's headers ask for: `retry-after-ms`, or `Retry-After` in seconds or as a date.
pub(super) fn asked_for(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    if let Some(milliseconds) = text("retry-after-ms").and_then(number) {
        return Duration::try_from_secs_f64(milliseconds / 1000.0).ok();
    }
    let wait = text("retry-after")?;
    match number(wait) {
        // More seconds than a duration holds are for ever.
        Some(seconds) => Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)),
        None => {
            let date = httpdate::parse_http_date(wait).ok()?;
            Some(date.duration_since(now).unwrap_or(Duration::ZERO))
        }
    }
}

/// The wait that an error's body asks for, as Google's services say it (`google.rpc.RetryInfo`).
pub(super) fn asked_for_in(error: &Json) -> Option<Duration> {
    let details = error.get("error")?.get("details")?.as_array()?;
    let wait = details.iter().find_map(|detail| detail.get("retryDelay"))?.as_str()?;
    Duration::try_from_secs_f64(wait.strip_suffix('s')?.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use reqwest::header::HeaderValue;

    fn limits() -> Limits {
        Limits {
            first_wait: Duration::from_millis(100),
            longest_wait: Duration::from_millis(1000),
            ..Limits::default()
        }
    }

    #[test]
    fn waits_double_up_to_the_longest_and_are_jittered_down_to_half() {
        let waits = |chance| {
            [1, 2, 3, 4, 5, 60]
                .map(|failed| before_next(&limits(), failed, None, chance).unwrap().as_millis())
        };
        assert_eq!(waits(1.0), [100, 200, 400, 800, 1000, 1000]);
        assert_eq!(waits(0.0), [50, 100, 200, 400, 500, 500]);
    }

    #[test]
    fn what_the_endpoint_asks_for_is_waited_for_unless_it_is_too_long() {
        let asked = Duration::from_millis(900);
        assert_eq!(before_next(&limits(), 1, Some(asked), 0.0), Some(asked));
        assert!(before_next(&limits(), 1, Some(asked), 1.0).unwrap() > asked);
        assert_eq!(before_next(&limits(), 1, Some(Duration::from_secs(2)), 0.0), None);
    }

    #[test]
    fn retry_after_is_read_in_each_of_its_forms() {
        let now = httpdate::parse_http_date("Mon, 30 Nov 2026 12:00:00 GMT").unwrap();
        let read = |name: &'static str, value: &'static str| {
            asked_for(&HeaderMap::from_iter([(name.parse().unwrap(), HeaderValue::from_static(value))]), now)
        };
        assert_eq!(read("retry-after", "2"), Some(Duration::from_secs(2)));
        assert_eq!(read("retry-after", "0.5"), Some(Duration::from_millis(500)));
        assert_eq!(read("retry-after-ms", "250"), Some(Duration::from_millis(250)));
        assert_eq!(read("retry-after", "Mon, 30 Nov 2026 12:00:07 GMT"), Some(Duration::from_secs(7)));
        assert_eq!(read("retry-after", "Mon, 30 Nov 2026 11:00:00 GMT"), Some(Duration::ZERO));
        assert_eq!(read("retry-after", "1e300"), Some(Duration::MAX));
        assert_eq!(read("retry-after", "soon"), None);
        assert_eq!(read("retry-after", "-1"), None);
    }

    #[test]
    fn a_wait_in_an_errors_body_is_read() {
        let info = serde_json::json!({"error": {"details": [{"@type": "other"}, {"retryDelay": "34.5s"}]}});
        assert_eq!(asked_for_in(&info), Some(Duration::from_millis(34_500)));
        assert_eq!(asked_for_in(&serde_json::json!({"error": {"message": "x"}})), None);
    }
}
