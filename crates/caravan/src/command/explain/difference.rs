//! Where two runs part, as people read it.

use std::fmt::Write;

use caravan::story::Difference;

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
    for (run, value) in [(first, &difference.first), (second, &difference.second)] {
        let _ = writeln!(text, "  {run}: {}", shown(value, 400));
    }
    text
}
