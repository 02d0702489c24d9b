//! What is wrong with a plan's text, where, and what to do.

use std::fmt;

/// A place in a plan's text. Lines and columns count from one; columns count characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The line on which the place begins.
    pub line: u32,
    /// The column at which it begins.
    pub column: u32,
    /// How many characters of that line it covers; at least one.
    pub width: u32,
}

/// One thing that is wrong with a plan, found before anything ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// A stable code such as `P012`.
    pub code: &'static str,
    /// Where in the plan.
    pub span: Span,
    /// One sentence, lower case, no full stop.
    pub message: String,
    /// What to write instead, where something can be said.
    pub fix: Option<String>,
    /// Whether the plan is certain to fail there. What is only likely to is worth a second thought, no refusal.
    pub certain: bool,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {} [{}]", self.span.line, self.message, self.code)?;
        match &self.fix {
            Some(fix) => write!(f, "; {fix}"),
            None => Ok(()),
        }
    }
}

/// The candidate that is most likely meant by `name`, if one is close enough to be a slip: what "did you mean" names.
pub(crate) fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    // Every letter is near every other.
    if name.chars().count() < 2 {
        return None;
    }
    // One slip in three letters.
    let most = (name.chars().count() / 3).max(1);
    let lower = name.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (strsim::osa_distance(&lower, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= most && *candidate != name)
        .min()
        .map(|(_, candidate)| candidate)
}
