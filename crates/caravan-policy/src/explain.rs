//! Why a call was allowed or denied, for people.

use caravan_core::policy::Decision;

use crate::decide::Policies;
use crate::facts::CallFacts;
use crate::load::Statement;

/// A policy, as an explanation mentions it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Its name.
    pub id: String,
    /// The file that it stands in.
    pub file: String,
    /// The line on which it begins.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// Whether it permits; else it forbids.
    pub permits: bool,
}

/// Why a call is allowed or denied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What is decided.
    pub decision: Decision,
    /// The policies that are about the tool, each with what came of it.
    pub policies: Vec<(Mention, Explained)>,
}

/// What came of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Explained {
    /// Its conditions hold, and the decision is due to it.
    Decides,
    /// Its conditions do not hold, or another policy outweighs it.
    DoesNotDecide,
    /// It could not be evaluated.
    Fails,
}

impl Policies {
    /// What they decide about a call, and due to what.
    pub fn explain(&self, call: &CallFacts) -> Explanation {
        let weighed = self.weigh(call);
        let about = self
            .statements
            .iter()
            .filter(|(_, statement)| statement.covers.iter().any(|name| **name == *call.tool));
        let policies = about
            .map(|(id, statement)| {
                let came = if weighed.failed.contains(id) {
                    Explained::Fails
                } else if weighed.due_to.contains(id) {
                    Explained::Decides
                } else {
                    Explained::DoesNotDecide
                };
                (mention(id, statement), came)
            })
            .collect();
        Explanation { decision: weighed.decision, policies }
    }
}

fn mention(id: &str, statement: &Statement) -> Mention {
    Mention {
        id: id.to_owned(),
        file: statement.file.clone(),
        line: statement.line,
        text: statement.text.clone(),
        permits: statement.permits,
    }
}
