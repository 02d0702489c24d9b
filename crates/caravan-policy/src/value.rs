//! Values of arguments as values of Cedar.

use cedar_policy::RestrictedExpression;
use serde_json::Value as Json;

use crate::shape::Shape;

/// The value of this shape. None if it has another, or one that Cedar cannot hold: a policy that looks at it cannot be
/// evaluated, and denies.
pub(crate) fn value(shape: &Shape, json: &Json) -> Option<RestrictedExpression> {
    Some(match (shape, json) {
        (Shape::Bool, Json::Bool(value)) => RestrictedExpression::new_bool(*value),
        (Shape::Long, Json::Number(number)) => RestrictedExpression::new_long(number.as_i64()?),
        (Shape::Decimal, Json::Number(number)) => RestrictedExpression::new_decimal(decimal(number)?),
        (Shape::Moment, Json::String(text)) => RestrictedExpression::new_datetime(moment(text)?),
        (Shape::Moment, Json::Object(_)) => RestrictedExpression::new_datetime(moment_of_repr(json)?),
        (Shape::Text, Json::String(text)) => RestrictedExpression::new_string(text.clone()),
        (Shape::Text, json) => RestrictedExpression::new_string(json.to_string()),
        (Shape::Set(item), Json::Array(items)) => set(item, items.iter())?,
        (Shape::Dict(item), Json::Object(entries)) => {
            let keys = entries.keys().map(|key| RestrictedExpression::new_string(key.clone()));
            let keys = RestrictedExpression::new_set(keys);
            let values = set(item, entries.values())?;
            record(vec![("keys".to_owned(), keys), ("values".to_owned(), values)])?
        }
        (Shape::Record(members), Json::Object(entries)) => {
            let mut fields = Vec::with_capacity(members.len());
            for member in members {
                match entries.get(&*member.name).filter(|json| !json.is_null()) {
                    Some(json) => fields.push((member.name.to_string(), value(&member.shape, json)?)),
                    None if member.required => return None,
                    None => {}
                }
            }
            record(fields)?
        }
        _ => return None,
    })
}

/// How many there are.
pub(crate) fn count(json: &Json) -> Option<i64> {
    let count = match json {
        Json::Array(items) => items.len(),
        Json::Object(entries) => entries.len(),
        _ => return None,
    };
    i64::try_from(count).ok()
}

fn set<'j>(item: &Shape, items: impl Iterator<Item = &'j Json>) -> Option<RestrictedExpression> {
    let items: Option<Vec<_>> = items.map(|json| value(item, json)).collect();
    Some(RestrictedExpression::new_set(items?))
}

pub(crate) fn record(fields: Vec<(String, RestrictedExpression)>) -> Option<RestrictedExpression> {
    RestrictedExpression::new_record(fields).ok()
}

/// The number as a decimal with four digits behind the point, which is all that Cedar has. What a sum of floating-point
/// numbers is off by is rounded away, anything more is not.
fn decimal(number: &serde_json::Number) -> Option<String> {
    if let Some(whole) = number.as_i64() {
        return Some(format!("{whole}.0")).filter(|_| whole.unsigned_abs() <= LARGEST);
    }
    let exact = number.as_f64()?;
    let text = format!("{exact:.4}");
    let rounded: f64 = text.parse().ok()?;
    let is_near = (exact - rounded).abs() <= exact.abs() * 1e-12;
    (is_near && exact.abs() <= LARGEST as f64).then_some(text)
}

/// Below the largest whole number that a decimal of Cedar can be.
const LARGEST: u64 = 922_337_203_685_476;

/// An ISO date or date-time as Cedar reads it; without an offset it is taken for UTC.
fn moment(text: &str) -> Option<String> {
    let date = text.get(..10)?;
    let Some(rest) = text.get(10..).filter(|rest| !rest.is_empty()) else {
        return Some(date.to_owned());
    };
    let rest = rest.strip_prefix(['T', 't', ' '])?;
    let end = rest.find(['Z', 'z', '+', '-']).unwrap_or(rest.len());
    let (time, offset) = rest.split_at_checked(end)?;
    let (clock, fraction) = time.split_once(['.', ',']).unwrap_or((time, ""));
    let seconds = match clock.len() {
        5 => ":00",
        8 => "",
        _ => return None,
    };
    let milliseconds: String = fraction.chars().chain("000".chars()).take(3).collect();
    let offset = match offset {
        "" | "Z" | "z" => "Z".to_owned(),
        offset => offset.replace(':', ""),
    };
    Some(format!("{date}T{clock}{seconds}.{milliseconds}{offset}"))
}

/// A date or date-time as the record of a run tells it: `{"$type": "datetime", "repr": "datetime.datetime(...)"}`.
fn moment_of_repr(json: &Json) -> Option<String> {
    let repr = json.get("repr")?.as_str()?;
    let inside = repr.split_once('(')?.1.strip_suffix(')')?;
    let (inside, is_utc) = match inside.split_once(", tzinfo=") {
        Some((before, "datetime.timezone.utc")) => (before, true),
        Some(_) => return None,
        None => (inside, false),
    };
    let parts: Vec<u32> = inside.split(", ").map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let part = |index: usize| parts.get(index).copied().unwrap_or(0);
    let date = format!("{:04}-{:02}-{:02}", part(0), part(1), part(2));
    if parts.len() == 3 && !is_utc {
        return Some(date);
    }
    let milliseconds = part(6) / 1000;
    Some(format!("{date}T{:02}:{:02}:{:02}.{milliseconds:03}Z", part(3), part(4), part(5)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_float_is_a_decimal_of_four_digits_or_nothing_that_a_policy_can_compare() {
        let decimal = |json: Json| json.as_number().and_then(decimal);
        assert_eq!(decimal(json!(100)).as_deref(), Some("100.0"));
        assert_eq!(decimal(json!(99.5)).as_deref(), Some("99.5000"));
        assert_eq!(decimal(json!(0.1 + 0.2)).as_deref(), Some("0.3000"));
        assert_eq!(decimal(json!(-0.0)).as_deref(), Some("-0.0000"));
        assert_eq!(decimal(json!(100.000_01)), None);
        assert_eq!(decimal(json!(52.520_006_6)), None);
        assert_eq!(decimal(json!(1e30)), None);
        assert_eq!(decimal(json!(i64::MAX)), None);
    }

    #[test]
    fn moments_are_read_in_every_form_that_arguments_have() {
        assert_eq!(moment("2024-05-01").as_deref(), Some("2024-05-01"));
        assert_eq!(moment("2024-05-01T10:30").as_deref(), Some("2024-05-01T10:30:00.000Z"));
        assert_eq!(moment("2024-05-01 10:30:05.123456").as_deref(), Some("2024-05-01T10:30:05.123Z"));
        assert_eq!(moment("2024-05-01T10:30:05+02:00").as_deref(), Some("2024-05-01T10:30:05.000+0200"));
        assert_eq!(moment("soon"), None);
        let repr = |text: &str| moment_of_repr(&json!({"$type": "datetime", "repr": text}));
        let utc = "datetime.datetime(2024, 5, 1, 10, 30, tzinfo=datetime.timezone.utc)";
        assert_eq!(repr(utc).as_deref(), Some("2024-05-01T10:30:00.000Z"));
        assert_eq!(repr("datetime.date(2024, 5, 1)").as_deref(), Some("2024-05-01"));
        assert_eq!(repr("datetime.datetime(2024, 5, 1, 0, 0, tzinfo=zone)"), None);
    }

    #[test]
    fn what_has_not_the_declared_shape_has_no_value() {
        assert!(value(&Shape::Long, &json!("3")).is_none());
        assert!(value(&Shape::Set(Box::new(Shape::Text)), &json!("ann")).is_none());
        assert!(value(&Shape::Text, &json!({"a": 1})).is_some());
    }
}
