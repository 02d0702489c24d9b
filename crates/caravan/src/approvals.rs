//! What a person has approved once and for all: rules in a file of the project's folder, which may be listed and revoked.
//!
//! A rule is about one tool, one policy that asks for one reason, and the exact values of chosen arguments; the others may
//! be anything. Messages between agents are never remembered.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use caravan_core::approval::{Approval, ApprovalRequest, Approver, Subject};
use caravan_core::model::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::config::Config;

/// The folder, beside the configuration, that holds what belongs to a project and not to its text.
pub const FOLDER: &str = ".caravan";

const FILE: &str = "approvals.json";
const LOCK: &str = "approvals.lock";

/// The remembered approvals of one project.
#[derive(Clone, Debug)]
pub struct Remembered {
    folder: PathBuf,
}

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Its number, by which it is revoked. No two ever had the same.
    pub number: u32,
    /// Where the tool lives.
    pub server: String,
    /// The tool.
    pub tool: String,
    /// The policy that asks.
    pub policy: String,
    /// Why it asks.
    pub reason: String,
    /// The arguments that have to have just these values.
    pub arguments: BTreeMap<String, Json>,
    /// When it was made, in seconds since 1970.
    pub made: u64,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    /// The number of the next rule.
    next: u32,
    rules: Vec<Rule>,
}

impl Default for Kept {
    fn default() -> Kept {
        Kept { next: 1, rules: Vec::new() }
    }
}

/// What is remembered cannot be read or written.
#[derive(Debug)]
pub struct RememberedError {
    path: PathBuf,
    reason: String,
}

impl fmt::Display for RememberedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the remembered approvals in {} cannot be used: {}", self.path.display(), self.reason)
    }
}

impl std::error::Error for RememberedError {}

impl Rule {
    /// Whether it is about this call.
    fn is_about(&self, request: &ApprovalRequest) -> bool {
        let given = |name: &str| request.arguments.iter().find(|(known, _)| known == name);
        request.subject == Subject::Tool
            && self.server == request.server
            && self.tool == request.tool
            && self.policy == request.policy
            && self.reason == request.reason
            && self.arguments.iter().all(|(name, value)| {
                given(name).is_some_and(|(_, argument)| argument.get("value") == Some(value))
            })
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.server, self.tool)?;
        if self.arguments.is_empty() {
            f.write_str(", which takes no arguments")?;
        }
        for (index, (name, value)) in self.arguments.iter().enumerate() {
            write!(f, "{} {name} = {value}", if index == 0 { " with" } else { "," })?;
        }
        write!(f, ", where policy `{}` asks ({})", self.policy, self.reason)
    }
}

impl Remembered {
    /// Those of the project in this folder.
    pub fn of(project: &Path) -> Remembered {
        Remembered { folder: project.join(FOLDER) }
    }

    /// Those of the project whose configuration this is; none if that lies inside of the program.
    pub fn beside(config: &Config) -> Option<Remembered> {
        config.folder.path(FOLDER).map(|folder| Remembered { folder })
    }

    /// The rules, in the order in which they were made.
    ///
    /// # Errors
    ///
    /// There is a file of them that cannot be read.
    pub fn rules(&self) -> Result<Vec<Rule>, RememberedError> {
        self.read().map(|kept| kept.rules)
    }

    /// The rule that is about this call, if there is one.
    ///
    /// # Errors
    ///
    /// As [`Remembered::rules`].
    pub fn about(&self, request: &ApprovalRequest) -> Result<Option<Rule>, RememberedError> {
        Ok(self.read()?.rules.into_iter().find(|rule| rule.is_about(request)))
    }

    /// Remembers that calls as this one are approved, where these arguments have the values that they have here.
    ///
    /// # Errors
    ///
    /// The call is a message, has no such argument, or the file cannot be written.
    pub fn remember(&self, request: &ApprovalRequest, chosen: &[&str]) -> Result<Rule, RememberedError> {
        if request.subject != Subject::Tool {
            return Err(self.error("a message between agents is approved once and never remembered"));
        }
        let mut arguments = BTreeMap::new();
        for name in chosen {
            let given = request.arguments.iter().find(|(known, _)| known == name);
            let value = given.and_then(|(_, argument)| argument.get("value"));
            let value = value.ok_or_else(|| self.error(format!("the call has no argument `{name}`")))?;
            arguments.insert((*name).to_owned(), value.clone());
        }
        self.change(|kept| {
            let rule = Rule {
                number: kept.next,
                server: request.server.clone(),
                tool: request.tool.clone(),
                policy: request.policy.clone(),
                reason: request.reason.clone(),
                arguments,
                made: SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs(),
            };
            kept.next = kept.next.saturating_add(1);
            kept.rules.push(rule.clone());
            rule
        })
    }

    /// Forgets the rule of this number. None if there is none.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written.
    pub fn revoke(&self, number: u32) -> Result<Option<Rule>, RememberedError> {
        if self.read()?.rules.iter().all(|rule| rule.number != number) {
            return Ok(None);
        }
        self.change(|kept| {
            let place = kept.rules.iter().position(|rule| rule.number == number)?;
            Some(kept.rules.remove(place))
        })
    }

    /// Forgets all rules. How many there were.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written.
    pub fn revoke_all(&self) -> Result<usize, RememberedError> {
        self.change(|kept| std::mem::take(&mut kept.rules).len())
    }

    fn file(&self) -> PathBuf {
        self.folder.join(FILE)
    }

    fn error(&self, reason: impl Into<String>) -> RememberedError {
        RememberedError { path: self.file(), reason: reason.into() }
    }

    fn read(&self) -> Result<Kept, RememberedError> {
        let text = match fs::read_to_string(self.file()) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Kept::default()),
            Err(error) => return Err(self.error(error.to_string())),
        };
        serde_json::from_str(&text).map_err(|error| self.error(error.to_string()))
    }

    /// Changes what is kept, while no other process does. Whoever reads meanwhile reads all of the old or all of the new.
    fn change<T>(&self, change: impl FnOnce(&mut Kept) -> T) -> Result<T, RememberedError> {
        let io = |error: io::Error| self.error(error.to_string());
        fs::create_dir_all(&self.folder).map_err(io)?;
        let lock = File::create(self.folder.join(LOCK)).map_err(io)?;
        lock.lock().map_err(io)?;
        let mut kept = self.read()?;
        let result = change(&mut kept);
        let text = serde_json::to_string_pretty(&kept).map_err(|error| self.error(error.to_string()))?;
        // Its owner alone may read and write it, as all temporary files.
        let mut file = tempfile::NamedTempFile::new_in(&self.folder).map_err(io)?;
        file.write_all(text.as_bytes()).and_then(|()| file.as_file().sync_all()).map_err(io)?;
        file.persist(self.file()).map_err(|error| io(error.error))?;
        Ok(result)
    }
}

/// Answers what was answered once and for all, and asks another about the rest.
pub struct Remembering<'a> {
    remembered: Option<&'a Remembered>,
    other: &'a dyn Approver,
}

impl<'a> Remembering<'a> {
    /// Asks `other` about what is not remembered.
    pub fn new(remembered: Option<&'a Remembered>, other: &'a dyn Approver) -> Remembering<'a> {
        Remembering { remembered, other }
    }
}

impl Approver for Remembering<'_> {
    fn approve<'r>(&'r self, request: &'r ApprovalRequest) -> BoxFuture<'r, Approval> {
        // What cannot be read was not remembered.
        match self.remembered.map_or(Ok(None), |remembered| remembered.about(request)) {
            Ok(Some(rule)) => Box::pin(async move { Approval::Remembered(rule.number) }),
            Ok(None) | Err(_) => self.other.approve(request),
        }
    }
}

#[cfg(test)]
mod tests {
    use caravan_core::record::CallId;
    use serde_json::json;

    use super::*;

    fn request(to: &str, body: &str) -> ApprovalRequest {
        let label = json!({"trusted": true});
        ApprovalRequest {
            subject: Subject::Tool,
            agent: String::new(),
            tool: "send_email".into(),
            server: "outbox".into(),
            call: CallId::new(1),
            line: 1,
            arguments: vec![
                ("to".into(), json!({"value": to, "label": label})),
                ("body".into(), json!({"value": body, "label": label})),
            ],
            policy: "ask-first".into(),
            reason: "`send_email` has a side effect".into(),
        }
    }

    fn number(remembered: &Remembered, request: &ApprovalRequest) -> Option<u32> {
        remembered.about(request).unwrap().map(|rule| rule.number)
    }

    #[test]
    fn a_rule_is_about_the_values_of_the_chosen_arguments_and_about_no_other_call() {
        let folder = tempfile::tempdir().unwrap();
        let remembered = Remembered::of(folder.path());
        assert_eq!(number(&remembered, &request("Julie", "hi")), None);
        remembered.remember(&request("Julie", "hi"), &["to"]).unwrap();
        assert_eq!(number(&remembered, &request("Julie", "anything")), Some(1));
        assert_eq!(number(&remembered, &request("julie", "hi")), None);
        let other = |change: fn(&mut ApprovalRequest)| {
            let mut request = request("Julie", "hi");
            change(&mut request);
            number(&remembered, &request)
        };
        assert_eq!(other(|request| request.tool = "send_slack_message".into()), None);
        assert_eq!(other(|request| request.server = "other".into()), None);
        assert_eq!(other(|request| request.policy = "mine".into()), None);
        assert_eq!(other(|request| request.reason = "something else".into()), None);
        assert_eq!(other(|request| request.subject = Subject::Message), None);
        assert_eq!(other(|request| request.arguments.clear()), None);
    }

    #[test]
    fn a_number_is_never_given_twice_and_what_is_revoked_is_asked_again() {
        let folder = tempfile::tempdir().unwrap();
        let remembered = Remembered::of(folder.path());
        remembered.remember(&request("Julie", "hi"), &["to", "body"]).unwrap();
        remembered.remember(&request("Ann", "hi"), &["to"]).unwrap();
        assert_eq!(remembered.revoke(2).unwrap().map(|rule| rule.number), Some(2));
        assert_eq!(remembered.revoke(2).unwrap(), None);
        assert_eq!(number(&remembered, &request("Ann", "hi")), None);
        assert_eq!(remembered.remember(&request("Ann", "hi"), &["to"]).unwrap().number, 3);
        assert_eq!(remembered.revoke_all().unwrap(), 2);
        assert_eq!(number(&remembered, &request("Julie", "hi")), None);
    }

    #[test]
    fn many_who_remember_at_once_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let remembered = Remembered::of(folder.path());
        std::thread::scope(|scope| {
            for name in ["a", "b", "c", "d"] {
                let remembered = &remembered;
                scope.spawn(move || {
                    for _ in 0..5 {
                        remembered.remember(&request(name, "hi"), &["to"]).unwrap();
                    }
                });
            }
        });
        let mut numbers: Vec<u32> = remembered.rules().unwrap().iter().map(|rule| rule.number).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=20).collect::<Vec<_>>());
    }

    #[test]
    fn what_cannot_be_read_approves_nothing_and_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let remembered = Remembered::of(folder.path());
        remembered.remember(&request("Julie", "hi"), &["to"]).unwrap();
        let file = folder.path().join(FOLDER).join(FILE);
        fs::write(&file, "{\"next\": 1, \"rules\": [{}]}").unwrap();
        assert!(remembered.about(&request("Julie", "hi")).is_err());
        assert!(remembered.remember(&request("Julie", "hi"), &["to"]).is_err());
        assert!(fs::read_to_string(&file).unwrap().contains("[{}]"));
    }

    #[test]
    fn a_message_between_agents_is_never_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let message = ApprovalRequest { subject: Subject::Message, ..request("Julie", "hi") };
        assert!(Remembered::of(folder.path()).remember(&message, &["to"]).is_err());
    }
}
