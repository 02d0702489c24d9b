//! The plan of a system for a terminal: a tree of agents with their plans, then what can be called and chosen.

use std::collections::BTreeMap;
use std::fmt::Write;

use caravan::core::forecast::{Node, PlannedEpisode, SystemPlan};
use caravan::plan::OutlinedKind;

use crate::terminal::{Paint, excerpt, visible};

/// The longest line of a message.
const WIDTH: usize = 100;

/// The tree, and below it what can be said of the whole.
pub fn tree(plan: &SystemPlan, root: &Node<'_>, paint: Paint) -> String {
    let mut drawing =
        Drawing { text: format!("{}\n", paint.bold(plan.root_name())), paint, shown: Vec::new() };
    drawing.agent(root, "");
    let _ = write!(drawing.text, "\n{}", summary(plan, root, paint));
    drawing.text
}

struct Drawing<'p> {
    text: String,
    paint: Paint,
    /// The episodes whose plans stand above already.
    shown: Vec<&'p PlannedEpisode>,
}

impl<'p> Drawing<'p> {
    /// What an agent is told, and below it its plan and the calls of the plan.
    fn agent(&mut self, node: &Node<'p>, indent: &str) {
        let below = if node.outline.calls.is_empty() { "   " } else { "│  " };
        self.told(node, &format!("{indent}{below}"));
        self.planned(node, indent);
    }

    fn told(&mut self, node: &Node<'p>, before: &str) {
        let told = excerpt(node.episode.request.instruction().text(), WIDTH);
        let _ = writeln!(self.text, "{before}{told}");
    }

    /// An agent's plan, and its calls with what comes of them.
    fn planned(&mut self, node: &Node<'p>, indent: &str) {
        let paint = self.paint;
        let below = if node.outline.calls.is_empty() { "   " } else { "│  " };
        let below = format!("{indent}{below}");
        if self.shown.iter().any(|shown| std::ptr::eq(*shown, node.episode)) {
            let _ = writeln!(self.text, "{below}{}", paint.dim("its plan stands above"));
        } else {
            self.shown.push(node.episode);
            self.plan(node.episode, &below);
        }
        let count = node.outline.calls.len();
        let calls = node.outline.calls.iter().zip(&node.children).zip(&node.left_out);
        for (place, ((call, begun), left_out)) in calls.enumerate() {
            let (branch, below) = branch(place + 1 == count);
            let line = paint.dim(format!("line {}", call.span.line));
            let kind = match call.kind {
                OutlinedKind::Tool => "tool",
                OutlinedKind::Agent => "agent",
                OutlinedKind::Model => "quarantined model",
            };
            let _ = write!(self.text, "{indent}{branch}{line}  {kind} {}", paint.bold(visible(&call.name)));
            if begun.len() > 1 {
                let _ = write!(self.text, ", told one of {}", begun.len());
            }
            if call.branch_untrusted {
                let _ = write!(self.text, "  {}", paint.bad("if untrusted data says so"));
            }
            self.text.push('\n');
            if *left_out > 0 {
                let more = if *left_out == 1 { "one episode is" } else { "episodes are" };
                let _ =
                    writeln!(self.text, "{indent}{below}   {}", paint.bad(format!("{more} left out here")));
            } else if call.kind == OutlinedKind::Agent && begun.is_empty() {
                let open = paint.dim("what it is told is known only when the plan runs");
                let _ = writeln!(self.text, "{indent}{below}   {open}");
            }
            let indent = format!("{indent}{below}");
            if let [only] = begun.as_slice() {
                self.agent(only, &indent);
                continue;
            }
            for (place, node) in begun.iter().enumerate() {
                let (branch, below) = self::branch(place + 1 == begun.len());
                self.told(node, &format!("{indent}{branch}"));
                self.planned(node, &format!("{indent}{below}"));
            }
        }
    }

    fn plan(&mut self, episode: &PlannedEpisode, indent: &str) {
        let paint = self.paint;
        let Some(plan) = episode.plan.as_deref() else {
            let _ = writeln!(self.text, "{indent}{}", paint.bad("no valid plan"));
            return;
        };
        let width = plan.lines().count().to_string().len();
        for (number, line) in plan.lines().enumerate() {
            let number = paint.dim(format!("{:>width$}", number + 1));
            let _ = writeln!(self.text, "{indent}{number}  {}", visible(line));
        }
    }
}

/// What stands before a branch of a tree, and before what is below it.
fn branch(is_last: bool) -> (&'static str, &'static str) {
    if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") }
}

/// Every tool that can be called, every place where untrusted data can choose, and what is left open.
pub fn summary(plan: &SystemPlan, root: &Node<'_>, paint: Paint) -> String {
    let mut text = String::new();
    let named = |path: &str| if path.is_empty() { plan.root_name().to_owned() } else { path.to_owned() };
    let tools = root.tools();
    let _ = writeln!(text, "{}", paint.bold("tools that can be called"));
    if tools.is_empty() {
        text.push_str("  none\n");
    }
    let rows: Vec<[String; 2]> =
        tools.keys().map(|(path, tool)| [named(path), visible(tool).into_owned()]).collect();
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let (first, second) = (width(0), width(1));
    for ([agent, tool], (always, chosen)) in rows.iter().zip(tools.values()) {
        let mut lines = Vec::new();
        if !always.is_empty() {
            lines.push(lines_of(always));
        }
        if !chosen.is_empty() {
            lines.push(format!("{} {}", lines_of(chosen), paint.bad("if untrusted data says so")));
        }
        let _ = writeln!(text, "  {agent:first$}  {tool:second$}  {}", lines.join("; "));
    }
    let mut branches = BTreeMap::new();
    choices(root, &mut branches);
    let _ = writeln!(text, "{}", paint.bold("where untrusted data can choose what happens next"));
    if branches.is_empty() {
        text.push_str("  nowhere\n");
    }
    for ((path, line), sources) in branches {
        let _ = writeln!(text, "  {}, line {line}: by {}", named(&path), visible(&sources.join(", ")));
    }
    let left_out = root.left_out_below();
    if !plan.notices.is_empty() || left_out > 0 {
        let _ = writeln!(text, "{}", paint.bold("what is left open"));
        if left_out > 0 {
            let plural = if left_out == 1 { " is" } else { "s are" };
            let _ = writeln!(
                text,
                "  {left_out} more episode{plural} left out: the tree is full. What stands above says nothing of them"
            );
        }
        for notice in &plan.notices {
            let _ = writeln!(text, "  {}", visible(notice));
        }
    }
    let doubts = plan.episodes.iter().filter(|episode| episode.plan.is_some());
    let doubts = doubts.flat_map(|episode| episode.findings.iter().map(move |finding| (episode, finding)));
    let doubts: Vec<String> = doubts
        .map(|(episode, finding)| {
            format!("  {}, {}\n", named(episode.request.agent().as_str()), visible(&finding.to_string()))
        })
        .collect();
    if !doubts.is_empty() {
        let _ = writeln!(text, "{}", paint.bold("what is worth a second thought"));
        text.extend(doubts);
    }
    text
}

fn lines_of(lines: &[u32]) -> String {
    let numbers: Vec<String> = lines.iter().map(u32::to_string).collect();
    format!("line{} {}", if lines.len() == 1 { "" } else { "s" }, numbers.join(", "))
}

/// Where in which agent's plan untrusted data can choose, and what it is of.
type Choices = BTreeMap<(String, u32), Vec<String>>;

fn choices(node: &Node<'_>, found: &mut Choices) {
    let agent = node.episode.request.agent().as_str();
    for branch in &node.outline.branches {
        let sources = found.entry((agent.to_owned(), branch.span.line)).or_default();
        for source in &branch.sources {
            if !sources.iter().any(|known| **known == **source) {
                sources.push(source.to_string());
            }
        }
    }
    node.children.iter().flatten().for_each(|child| choices(child, found));
}
