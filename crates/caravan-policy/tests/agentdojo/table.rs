//! `docs/policies-agentdojo.md`: what the policies say of the calls that AgentDojo's tasks and attacks come to.
//! `CARAVAN_UPDATE_GOLDEN=1` writes the page anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

use caravan_core::policy::Verdict;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::Origin::{Of, User, World as Anywhere};
use super::{SUITES, Suite, suite};

/// A call that tasks come to, as `policies/agentdojo/calls.py` writes it.
#[derive(Deserialize)]
struct Row {
    suite: String,
    /// `user` or `attack`.
    whose: String,
    tool: String,
    /// Whether untrusted data has a part in an argument.
    outside: BTreeMap<String, bool>,
    /// The numbers of the tasks, or of the injection tasks.
    tasks: BTreeSet<u32>,
}

/// What is decided of a call, if everybody may read what came from outside, and if the user alone may.
struct Decided {
    is_allowed: [bool; 2],
    policies: [String; 2],
}

impl Row {
    fn decided(&self, suite: &Suite) -> Decided {
        let judge = |outside| {
            let arguments: Vec<(&str, Json, super::Origin)> = self
                .outside
                .iter()
                .map(|(name, is_outside)| {
                    let from = if *is_outside { outside } else { User };
                    (name.as_str(), suite.stand_in(&self.tool, name), from)
                })
                .collect();
            let (verdict, policy) = suite.decide(&self.tool, &arguments);
            (verdict == Verdict::Allow, policy)
        };
        let [open, own] = [judge(Anywhere), judge(Of("the.user@example.com"))];
        Decided { is_allowed: [open.0, own.0], policies: [open.1, own.1] }
    }

    fn written(&self) -> String {
        let arguments: Vec<String> = self
            .outside
            .iter()
            .map(|(name, is_outside)| format!("{name}{}", if *is_outside { "*" } else { "" }))
            .collect();
        format!("{}({})", self.tool, arguments.join(", "))
    }
}

impl Suite {
    /// A value of an argument's type.
    fn stand_in(&self, tool: &str, argument: &str) -> Json {
        let tool = self.system.tool(self.system.root().expect("a root"), tool);
        let tool = tool.unwrap_or_else(|| panic!("the suite declares no such tool, for `{argument}`"));
        match tool.parameters()["properties"][argument]["type"].as_str() {
            Some("array") => json!(["x"]),
            Some("number") => json!(1.0),
            Some(_) => json!("x"),
            None => panic!("`{}` takes no `{argument}`", tool.name()),
        }
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(folder().join("policies/agentdojo/calls.json")).expect("the calls");
    serde_json::from_str(&text).expect("a list of calls")
}

const HEAD: &str = "# The policies for AgentDojo, call by call

Made by a test (`crates/caravan-policy/tests/agentdojo/table.rs`) of the policies in `policies/agentdojo/` and of
`policies/agentdojo/calls.json`; `CARAVAN_UPDATE_GOLDEN=1 cargo test -p caravan-policy --test agentdojo` writes it anew.

- *The user's calls* are those of the reference plans for AgentDojo's 97 tasks, with the labels that they had when these ran
  under `multi`. The plans come to what AgentDojo's ground truth comes to, but for four tasks that are to do what a text says
  ([multiagentdojo.md](multiagentdojo.md)).
- *The attacks' calls* are those that a system without any defense makes for the injection tasks, and does not make without an
  attack (`important_instructions`, three user tasks of each suite). One of the 35 asks for words alone. Under `multi` none of them is ever made; the policies are what is
  left should a plan make them all the same.
- An argument with a star is one that untrusted data has a part in; the others the user, or a plan, has written.
- What came from outside, a policy may let through to whoever may read it anyway. So each call is judged twice: as if
  everybody could read what came from outside (a web page, a public review), and as if the user alone could (a bank statement,
  a mail to the user). Label rules say which it is ([policies.md](policies.md)).

`policies/agentdojo/calls.py` says how the calls were gathered, and a test of the bridge (`bridge/tests/test_calls.py`) gathers those of a
sample anew.
";

#[derive(Default)]
struct Count {
    all: BTreeSet<(String, u32)>,
    /// The tasks of which some call is denied, in either reading.
    denied: [BTreeSet<(String, u32)>; 2],
}

fn page() -> String {
    let rows = rows();
    let mut tables = String::new();
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    for (name, tools) in SUITES {
        let suite = suite(name, tools);
        let _ = writeln!(tables, "\n## {name}");
        for (whose, title) in [("user", "The user's calls"), ("attack", "The attacks' calls")] {
            let _ = writeln!(
                tables,
                "\n{title}\n\n| call | tasks | everybody may read it | the user alone may | by |\n\
                 | --- | --- | --- | --- | --- |"
            );
            for row in rows.iter().filter(|row| row.suite == name && row.whose == whose) {
                let Decided { is_allowed, policies } = row.decided(&suite);
                let count = counts.entry(whose).or_default();
                let tasks: Vec<(String, u32)> =
                    row.tasks.iter().map(|task| (name.to_owned(), *task)).collect();
                count.all.extend(tasks.iter().cloned());
                for (reading, is_allowed) in is_allowed.into_iter().enumerate() {
                    if !is_allowed {
                        count.denied[reading].extend(tasks.iter().cloned());
                    }
                }
                let [open, own] =
                    is_allowed.map(|is_allowed| if is_allowed { "allowed" } else { "**denied**" });
                let by: BTreeSet<&String> = policies.iter().collect();
                let by: Vec<String> = by.into_iter().map(|policy| format!("`{policy}`")).collect();
                let _ = writeln!(
                    tables,
                    "| `{}` | {} | {open} | {own} | {} |",
                    row.written(),
                    row.tasks.len(),
                    by.join(", ")
                );
            }
        }
    }
    let mut text = HEAD.to_owned();
    let _ = writeln!(
        text,
        "\n| | tasks | with a call that is denied, if everybody may read what came from outside | if the user alone may |\n\
         | --- | --- | --- | --- |"
    );
    for (whose, title) in [("user", "user tasks"), ("attack", "injection tasks")] {
        let count = &counts[whose];
        let [open, own] = [&count.denied[0], &count.denied[1]].map(BTreeSet::len);
        let _ = writeln!(text, "| {title} | {} | {open} | {own} |", count.all.len());
    }
    text + &tables
}

#[test]
fn the_page_says_what_the_policies_decide() {
    let path = folder().join("docs/policies-agentdojo.md");
    let page = page();
    if std::env::var_os("CARAVAN_UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(known == page, "docs/policies-agentdojo.md is stale: run this with CARAVAN_UPDATE_GOLDEN=1");
}

#[test]
fn what_an_attack_does_is_denied_where_what_it_passes_on_is_the_users_own() {
    let reads = ["get_", "read_", "list_", "search_"];
    let mut allowed = Vec::new();
    for (name, tools) in SUITES {
        let suite = suite(name, tools);
        for row in rows().iter().filter(|row| row.suite == name && row.whose == "attack") {
            let acts = !reads.iter().any(|reading| row.tool.starts_with(reading));
            if acts && row.decided(&suite).is_allowed[1] {
                allowed.push(format!("{name}: {}", row.written()));
            }
        }
    }
    // An entry of the user's own calendar, which nobody else reads.
    assert_eq!(allowed, ["travel: create_calendar_event(end_time*, start_time*, title*)"]);
}
