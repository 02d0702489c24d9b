//! What people and programs are told while a run is under way, on standard error.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use caravan::core::effect::{EffectId, EffectKind};
use caravan::model::Ledger;
use caravan::watch::{
    Happening, Watcher, agent_in_words, error_kind, event, outcome_in_words, step_in_words, usage_of,
};
use clap::{Args, ValueEnum};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value as Json, json};

use crate::terminal::{self, excerpt, visible};

/// How often what is drawn is drawn anew while nothing happens.
const TICK: Duration = Duration::from_millis(120);

/// A step that took longer than this is told of again when it has ended.
const LONG: Duration = Duration::from_secs(1);

/// What is told while a run is under way.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Progress")]
pub struct Telling {
    /// How progress is told on standard error; `live` at a terminal and `plain` elsewhere unless given
    #[arg(long, value_name = "FORM", value_enum)]
    progress: Option<Form>,

    /// Tell nothing on standard error but what went wrong
    #[arg(long, short, conflicts_with = "progress")]
    quiet: bool,
}

/// How progress is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A line for each agent at work, drawn anew
    Live,
    /// A line for each step
    Plain,
    /// A JSON object for each event, a line each
    Json,
    /// None
    Off,
}

impl Telling {
    /// Whether nothing is told but what went wrong.
    pub fn is_quiet(self) -> bool {
        self.quiet
    }

    /// A view of a run whose models take what this ledger counts.
    pub fn view(self, ledger: &Ledger) -> View {
        let usual = if std::io::stderr().is_terminal() { Form::Live } else { Form::Plain };
        match self.progress.unwrap_or(usual) {
            _ if self.quiet => View::Off,
            Form::Off => View::Off,
            Form::Plain => View::Lines(Lines { begun: Instant::now(), write: plain }),
            Form::Json => View::Lines(Lines { begun: Instant::now(), write: program }),
            Form::Live => {
                let live = Live::new(ledger.clone(), ProgressDrawTarget::stderr(), Some(TICK));
                terminal::draws(Some(live.screen.clone()));
                View::Live(live)
            }
        }
    }
}

/// What is told of a run.
pub enum View {
    Off,
    Lines(Lines),
    Live(Live),
}

impl Watcher for View {
    fn see(&mut self, happening: &Happening<'_>) {
        match self {
            View::Off => {}
            View::Lines(lines) => {
                if let Some(line) = (lines.write)(happening, lines.begun.elapsed()) {
                    terminal::tell(line.as_bytes());
                }
            }
            View::Live(live) => {
                live.see(happening);
                if matches!(happening, Happening::RunEnds(_)) {
                    terminal::draws(None);
                }
            }
        }
    }
}

/// Lines, written as things happen.
pub struct Lines {
    begun: Instant,
    write: fn(&Happening<'_>, Duration) -> Option<String>,
}

/// The line for people, if what has happened is worth one.
fn plain(happening: &Happening<'_>, since: Duration) -> Option<String> {
    let text = match happening {
        Happening::StepBegins(step) if !matches!(step.kind, EffectKind::Clock) => {
            step_in_words(step.kind, step.line)
        }
        Happening::StepEnds(step, outcome, took) => {
            let took_tokens = usage_of(outcome).is_some_and(|usage| usage.input_tokens > 0);
            if *took < LONG && error_kind(outcome).is_none() && !took_tokens {
                return None;
            }
            format!("{}: {}", step_in_words(step.kind, step.line), outcome_in_words(outcome, *took))
        }
        Happening::Denied(call) => format!(
            "the call of `{}` by {} is refused (line {})",
            call.name,
            agent_in_words(call.agent.as_str()),
            call.line
        ),
        _ => return None,
    };
    Some(format!("[{:.1} s] {}\n", since.as_secs_f64(), excerpt(&text, 200)))
}

/// The line for programs.
fn program(happening: &Happening<'_>, since: Duration) -> Option<String> {
    let mut told = event(happening);
    if let Json::Object(fields) = &mut told {
        fields.insert("at".to_owned(), json!((since.as_secs_f64() * 1000.0).round() / 1000.0));
    }
    Some(format!("{told}\n"))
}

/// A line for each agent at work, below the one that called it, with what it waits for; and what models have taken.
pub struct Live {
    screen: MultiProgress,
    ledger: Ledger,
    tick: Option<Duration>,
    agents: BTreeMap<usize, Agent>,
    taken: ProgressBar,
    /// Questions that a person is asked now: nothing is drawn meanwhile.
    questions: usize,
    /// What is drawn on, while a question hides it.
    is_hidden: bool,
}

/// An agent at work.
struct Agent {
    line: ProgressBar,
    /// The episode of the one that called it.
    above: Option<usize>,
    depth: usize,
    name: String,
    /// What it waits for.
    waits: Vec<(EffectId, String)>,
    /// The agents that it has called and that have not answered: the episode of each, its name, and the line of the call.
    called: Vec<(usize, String, u32)>,
}

impl Live {
    fn new(ledger: Ledger, target: ProgressDrawTarget, tick: Option<Duration>) -> Live {
        let screen = MultiProgress::with_draw_target(target);
        let taken = screen.add(ProgressBar::new_spinner().with_style(style("{wide_msg}")));
        Live { screen, ledger, tick, agents: BTreeMap::new(), taken, questions: 0, is_hidden: false }
    }

    fn begins(&mut self, episode: usize, above: Option<usize>, name: &str) {
        let line = ProgressBar::new_spinner().with_style(style("{elapsed:>4} {spinner} {prefix}{wide_msg}"));
        let parent = above.and_then(|above| self.agents.get(&above));
        let depth = parent.map_or(0, |parent| parent.depth + 1);
        let line = match above.and_then(|above| self.last_below(above)) {
            Some(last) => self.screen.insert_after(&last.line, line),
            None => self.screen.insert_before(&self.taken, line),
        };
        line.set_prefix("  ".repeat(depth));
        line.set_message(name.to_owned());
        if let Some(tick) = self.tick {
            line.enable_steady_tick(tick);
        }
        let name = name.to_owned();
        self.agents
            .insert(episode, Agent { line, above, depth, name, waits: Vec::new(), called: Vec::new() });
    }

    /// The lowest line of an agent and those below it.
    fn last_below(&self, episode: usize) -> Option<&Agent> {
        let mut last = (episode, self.agents.get(&episode)?);
        while let Some((below, agent)) = self.agents.iter().rfind(|(_, agent)| agent.above == Some(last.0)) {
            last = (*below, agent);
        }
        Some(last.1)
    }

    /// What models have taken, if they have taken anything.
    fn count(&self) {
        let totals = self.ledger.totals();
        let Some(total) = totals.first() else { return };
        let usage = total.usage;
        if usage.input_tokens + usage.output_tokens > 0 {
            let usd = total.usd.map(|usd| format!(", {usd:.4} USD")).unwrap_or_default();
            let (read, written) = (usage.input_tokens, usage.output_tokens);
            self.taken.set_message(format!("{read} tokens read, {written} written{usd}"));
        }
    }

    fn hide(&mut self, hide: bool) {
        if hide == self.is_hidden {
            return;
        }
        self.is_hidden = hide;
        if hide {
            // It may not be possible; then the question stands below.
            let _ = self.screen.clear();
            self.screen.set_draw_target(ProgressDrawTarget::hidden());
            terminal::draws(None);
        } else {
            self.screen.set_draw_target(ProgressDrawTarget::stderr());
            terminal::draws(Some(self.screen.clone()));
        }
    }
}

impl Watcher for Live {
    fn see(&mut self, happening: &Happening<'_>) {
        match happening {
            Happening::AgentBegins { episode, call, begun } => {
                let name = visible(begun.agent.as_str().rsplit('/').next().unwrap_or_default()).into_owned();
                self.begins(*episode, call.map(|call| call.episode), &agent_in_words(&name));
                if let Some((call, above)) =
                    call.and_then(|call| Some((call, self.agents.get_mut(&call.episode)?)))
                {
                    above.called.push((*episode, name, call.line));
                    above.tell();
                }
            }
            Happening::AgentEnds { episode, .. } => {
                if let Some(agent) = self.agents.remove(episode) {
                    agent.line.finish_and_clear();
                    self.screen.remove(&agent.line);
                    if let Some(above) = agent.above.and_then(|above| self.agents.get_mut(&above)) {
                        above.called.retain(|(called, ..)| called != episode);
                        above.tell();
                    }
                }
            }
            Happening::StepBegins(step) => {
                if matches!(step.kind, EffectKind::Approve(_)) {
                    self.questions += 1;
                    self.hide(true);
                }
                if let Some(agent) = self.agents.get_mut(&step.episode) {
                    agent.waits.push((step.id, step_in_words(step.kind, step.line)));
                    agent.tell();
                }
            }
            Happening::StepEnds(step, ..) => {
                if matches!(step.kind, EffectKind::Approve(_)) {
                    self.questions = self.questions.saturating_sub(1);
                    self.hide(self.questions > 0);
                }
                if let Some(agent) = self.agents.get_mut(&step.episode) {
                    agent.waits.retain(|(id, _)| *id != step.id);
                    agent.tell();
                }
                self.count();
            }
            Happening::Denied(_) => {}
            Happening::RunEnds(_) => {
                self.taken.finish_and_clear();
                // Nothing is left of it on a screen that cannot be cleared.
                let _ = self.screen.clear();
            }
        }
    }
}

impl Agent {
    /// Says what it waits for now, and counts anew how long.
    fn tell(&self) {
        let what = match (self.waits.last(), self.called.last()) {
            (Some((_, what)), _) => excerpt(what, 100).to_string(),
            (None, Some((_, called, line))) => format!("{} waits for `{called}` (line {line})", self.name),
            (None, None) => self.name.clone(),
        };
        let more = (self.waits.len() + self.called.len()).saturating_sub(1);
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        self.line.set_message(format!("{what}{more}"));
        self.line.reset_elapsed();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner())
}

#[cfg(test)]
mod tests {
    use caravan::core::effect::{EffectId, Outcome, ToolFailure, ToolRequest};
    use caravan::core::record::{CallId, EpisodeRecord};
    use caravan::label::AgentPath;
    use caravan::model::{Budget, Prices};
    use caravan::watch::{End, Step};
    use indicatif::InMemoryTerm;

    use super::*;

    fn episode(agent: &str) -> EpisodeRecord {
        let path = agent.split('/').filter(|name| !name.is_empty());
        EpisodeRecord {
            agent: path.fold(AgentPath::root(), |path, name| path.child(name)),
            call: None,
            instruction: "a secret instruction".into(),
            plan: None,
            refused: Vec::new(),
            repaired: Vec::new(),
        }
    }

    fn call(agent: &str, tool: &str) -> EffectKind {
        EffectKind::Tool(ToolRequest {
            agent: agent.into(),
            tool: tool.into(),
            server: "box".into(),
            call: CallId::new(1),
            arguments: json!({"text": "a secret argument"}),
        })
    }

    fn id(number: u64) -> EffectId {
        serde_json::from_value(json!(number)).unwrap()
    }

    fn step(number: u64, kind: &EffectKind, episode: usize) -> Step<'_> {
        Step { id: id(number), kind, episode, line: Some(3), call: Some(CallId::new(1)) }
    }

    #[test]
    fn what_is_drawn_is_a_line_for_each_agent_at_work_below_the_one_that_called_it() {
        let term = InMemoryTerm::new(12, 80);
        let ledger = Ledger::new(Prices::default(), Budget::default());
        let mut live = Live::new(ledger, ProgressDrawTarget::term_like(Box::new(term.clone())), None);
        let (root, child) = (episode(""), episode("sql"));
        live.see(&Happening::AgentBegins { episode: 0, call: None, begun: &root });
        live.begins(1, Some(0), "sql");
        live.begins(2, Some(1), "deeper");
        live.begins(3, Some(0), "post");
        let (query, send) = (call("sql", "query\u{1b}[2J"), call("post", "send_email"));
        live.see(&Happening::StepBegins(&step(4, &query, 1)));
        live.see(&Happening::StepBegins(&step(5, &send, 3)));
        let at_work = term.contents();
        let failed = Outcome::Tool(Err(ToolFailure::failed("a secret failure")));
        live.see(&Happening::AgentEnds { episode: 2, well: true, error: None });
        live.see(&Happening::StepEnds(&step(4, &query, 1), &failed, Duration::from_secs(2)));
        live.see(&Happening::AgentEnds { episode: 1, well: false, error: None });
        let later = term.contents();
        for episode in [3, 0] {
            live.see(&Happening::AgentEnds { episode, well: true, error: None });
        }
        live.see(&Happening::RunEnds(&End { status: "done", error: None }));
        insta::assert_snapshot!(format!("{at_work}\n---\n{later}\n---\n{}", term.contents()));
        drop(child);
    }

    #[test]
    fn lines_name_the_step_and_hold_no_text_of_models_and_tools() {
        let tool = call("sql", "query_sql");
        let step = step(4, &tool, 1);
        let root = episode("");
        let failed = Outcome::Tool(Err(ToolFailure::failed("a secret failure")));
        let well = Outcome::Tool(Ok(json!("a secret result").into()));
        let happenings = [
            Happening::AgentBegins { episode: 0, call: None, begun: &root },
            Happening::StepBegins(&step),
            Happening::StepEnds(&step, &well, Duration::from_millis(10)),
            Happening::StepEnds(&step, &well, Duration::from_millis(2500)),
            Happening::StepEnds(&step, &failed, Duration::from_millis(10)),
            Happening::AgentEnds { episode: 0, well: false, error: None },
            Happening::RunEnds(&End { status: "plan_failed", error: Some("ToolError") }),
        ];
        let lines = |write: fn(&Happening<'_>, Duration) -> Option<String>| {
            happenings
                .iter()
                .filter_map(|happening| write(happening, Duration::from_secs(7)))
                .collect::<String>()
        };
        let told = format!("{}---\n{}", lines(plain), lines(program));
        assert!(!told.contains("secret"), "{told}");
        insta::assert_snapshot!(told);
    }
}
