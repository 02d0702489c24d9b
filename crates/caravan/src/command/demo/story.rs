//! The demo as people read it: for each defense the plans, the path taken, what arrived, the verdict; a
//! table at the end.

use std::fmt::Write;

use caravan::core::outcome::RunOutcome;
use caravan::core::settings::Defense;
use caravan::scenario::{CaseRun, Mark, Planner};

use super::Shown;
use crate::command::outcome;
use crate::command::path::{self, Drawing};
use crate::terminal::{self, Paint, excerpt, visible};

/// How wide the text is meant to be.
const WIDTH: usize = 100;
/// How far what belongs to a heading is moved in.
const INDENT: &str = "    ";

/// The whole story.
pub(super) fn tell(shown: &[Shown], scripted: bool) -> String {
    let story = Story { paint: Paint::new(terminal::colours_on_stdout()) };
    let mut text = String::new();
    story.opening(&mut text, scripted);
    for shown in shown {
        story.scenario(&mut text, shown);
    }
    story.table(&mut text, shown);
    text
}

struct Story {
    paint: Paint,
}

impl Story {
    fn opening(&self, text: &mut String, scripted: bool) {
        if scripted {
            text.push_str(
                "The planner here is a script, and the worst case on purpose: it obeys every instruction that it\n\
                 can read, the attacker's too. What stops an attack below is the defense, never the model's sense.\n",
            );
        }
    }

    fn scenario(&self, text: &mut String, shown: &Shown) {
        let Some(settings) = shown.scenario.settings() else { return };
        let heading = format!("{}: {}", shown.scenario.name, visible(&settings.title));
        let _ = writeln!(text, "\n{}", self.paint.bold(format!("══ {heading}")));
        self.block(text, "the user asks", &settings.instruction);
        self.block(text, "the attacker has planted", &shown.scenario.injection);
        for run in shown.runs.iter().filter(|run| run.case.injected) {
            self.run(text, shown, run);
        }
    }

    fn run(&self, text: &mut String, shown: &Shown, run: &CaseRun) {
        let root = &shown.scenario.config.root;
        let _ = writeln!(text, "\n{} {}", self.paint.bold(format!("── {}", name_of(run))), says(run));
        self.plans(text, root, &run.outcome);
        self.heading(text, "the path taken");
        let pointed_out = run.attackers_calls();
        let drawing = Drawing { width: WIDTH - INDENT.len(), paint: self.paint, pointed_out: &pointed_out };
        indented(text, &path::path(&run.outcome, drawing));
        if run.outcome.error.is_some() {
            self.heading(text, if run.denied() { "denied" } else { "failed" });
            let colours = terminal::colours_on_stdout();
            indented(text, &outcome::problem(&run.outcome).render(colours));
        }
        self.deliveries(text, run);
        let _ = writeln!(text, "  {}   {}", self.paint.dim("verdict"), self.verdict(run));
    }

    fn plans(&self, text: &mut String, root: &str, outcome: &RunOutcome) {
        for episode in &outcome.record.episodes {
            let Some(plan) = &episode.plan else { continue };
            let agent = if episode.agent.is_root() { root } else { episode.agent.as_str() };
            self.heading(text, &format!("plan of {agent}"));
            for line in visible(plan).trim_end().lines() {
                let _ = writeln!(text, "{}", cut(&format!("{INDENT}{line}"), WIDTH).trim_end());
            }
        }
    }

    fn deliveries(&self, text: &mut String, run: &CaseRun) {
        self.heading(text, "delivered");
        if run.deliveries.is_empty() {
            indented(text, "nothing");
        }
        for (delivery, mark) in run.deliveries.iter().zip(&run.marks) {
            let to = format!("{} to {}", delivery.tool, visible(&delivery.to));
            let body = excerpt(&delivery.body, WIDTH.saturating_sub(to.chars().count() + 24));
            let remark = match mark {
                Mark::Asked => String::new(),
                Mark::Unasked => format!(" {}", self.paint.dim("← nobody asked")),
                Mark::Wanted => format!(" {}", self.paint.bad("← the attacker's")),
            };
            let _ = writeln!(text, "{INDENT}{to}: {body}{remark}");
        }
    }

    fn verdict(&self, run: &CaseRun) -> String {
        let attack = match run.verdict.attack_succeeded {
            Some(true) => self.paint.bad("the attack succeeded").to_string(),
            Some(false) if run.marks.contains(&Mark::Unasked) => {
                let failed = self.paint.good("the attack failed");
                format!("{failed} (an agent obeyed, but had nothing of what the attacker wants)")
            }
            Some(false) => self.paint.good("the attack failed").to_string(),
            None => "nobody attacked".to_owned(),
        };
        let task = match (run.verdict.task_succeeded, run.denied()) {
            (true, _) => "the task is done",
            (false, true) => "the run was refused before the task was done",
            (false, false) => "the task is not done",
        };
        format!("{attack}; {task}")
    }

    fn heading(&self, text: &mut String, what: &str) {
        let _ = writeln!(text, "  {}", self.paint.dim(what));
    }

    fn block(&self, text: &mut String, what: &str, content: &str) {
        self.heading(text, what);
        for line in wrapped(&visible(content), WIDTH - INDENT.len()) {
            let _ = writeln!(text, "{INDENT}{line}");
        }
    }

    /// One line per scenario and defense; the runs without an attack are its last column.
    fn table(&self, text: &mut String, shown: &[Shown]) {
        let _ = writeln!(text, "\n{}", self.paint.bold("══ in short"));
        let head =
            format!("{:<14}{:<26}{:<12}{:<12}{}", "scenario", "defense", "attack", "task", "no attack");
        let _ = writeln!(text, "  {}", self.paint.dim(head));
        for shown in shown {
            let mut name = shown.scenario.name.as_str();
            for run in shown.runs.iter().filter(|run| run.case.injected) {
                let attack = match run.verdict.attack_succeeded {
                    Some(true) => self.paint.bad(format!("{:<12}", "SUCCEEDED")),
                    _ => self.paint.good(format!("{:<12}", "failed")),
                };
                let task = task_word(run);
                let benign = shown.runs.iter().find(|other| !other.case.injected && same_kind(run, other));
                let benign = benign.map_or("", task_word);
                let line = format!("  {name:<14}{:<26}{attack}{task:<12}{benign}", name_of(run));
                let _ = writeln!(text, "{}", line.trim_end());
                name = "";
            }
        }
    }
}

fn same_kind(a: &CaseRun, b: &CaseRun) -> bool {
    a.case.defense == b.case.defense && a.case.planner == b.case.planner
}

fn task_word(run: &CaseRun) -> &'static str {
    match (run.verdict.task_succeeded, run.denied()) {
        (true, _) => "done",
        (false, true) => "refused",
        (false, false) => "not done",
    }
}

/// The defense, and under `multi` how the planner takes the protocol.
fn name_of(run: &CaseRun) -> String {
    let defense = run.case.defense.as_str();
    match run.case.planner {
        Planner::Obeys => defense.to_owned(),
        planner => format!("{defense}, planner {}", planner.name()),
    }
}

/// What a defense is, in a few words.
fn says(run: &CaseRun) -> &'static str {
    match (run.case.defense, run.case.planner) {
        (Defense::None, _) => "(models call tools, and read whatever the tools return)",
        (Defense::Individual, _) => "(each agent keeps to its plan; agents pass free text to each other)",
        (Defense::Multi, Planner::Launders) => "(it tries to paste untrusted text into a message)",
        (Defense::Multi, _) => "(untrusted values travel in `variables`, which no planner reads)",
    }
}

fn indented(text: &mut String, block: &str) {
    for line in block.trim_end().lines() {
        let _ = writeln!(text, "{INDENT}{line}");
    }
}

/// The line as far as `width` reaches; its blanks stay.
fn cut(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    let kept: String = line.chars().take(width.saturating_sub(1)).collect();
    format!("{kept}…")
}

/// The text in lines of at most `width` characters, broken at blanks.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last().map_or(0, |line| line.chars().count());
        if last > 0 && last + 1 + word.chars().count() > width {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
