//! Where two runs part, as people read it.

use std::fmt::Write;

use caravan::story::Difference;
use serde_json::Value as Json;

use super::telling::shown;
use crate::terminal::{Paint, visible};

/// How they part; `effects` are those of the first.
pub fn tell(difference: Option<&Difference>, runs: [&str; 2], effects: usize, paint: Paint) -> String {
    let [first, second] = runs;
    let Some(difference) = difference else {
        let s = if effects == 1 { "" } else { "s" };
        return format!(
            "{first} and {second} do not part: the same beginning, {effects} effect{s} with the same outcomes, the same end\n"
        );
    };
    let mut text = String::new();
    let s = if difference.same_effects == 1 { " is" } else { "s are" };
    let _ = writeln!(
        text,
        "{first} and {second}: {} effect{s} the same before they part",
        difference.same_effects
    );
    let place = match (&difference.call, difference.effect) {
        (Some(call), Some(effect)) => format!(" ({call}, effect {effect})"),
        (Some(call), None) => format!(" ({call})"),
        (None, Some(effect)) => format!(" (effect {effect})"),
        (None, None) => String::new(),
    };
    let _ = writeln!(text, "{}{place}", paint.bold(visible(&difference.what)));
    if !difference.part.is_empty() {
        let _ = writeln!(text, "  at {}", visible(&difference.part));
    }
    let values = [&difference.first, &difference.second];
    let same = match values.map(Json::as_str) {
        [Some(a), Some(b)] => same_beginning(a, b),
        _ => 0,
    };
    for (run, value) in runs.into_iter().zip(values) {
        let told = match value.as_str().and_then(|text| text.get(same..)) {
            Some(rest) if same > 0 => format!("...{}", shown(&Json::from(rest), 300)),
            _ => shown(value, 300),
        };
        let _ = writeln!(text, "  {run}: {told}");
    }
    text
}

/// How many bytes two texts begin with in common that need not be shown: all but the last words of them.
fn same_beginning(a: &str, b: &str) -> usize {
    let pairs = a.char_indices().zip(b.chars());
    let common = pairs.take_while(|((_, a), b)| a == b).map(|((at, a), _)| at + a.len_utf8());
    let shown = 40;
    let ends: Vec<usize> = common.collect();
    ends.len().checked_sub(shown + 1).and_then(|place| ends.get(place)).copied().unwrap_or(0)
}
