//! `caravan chat`: a conversation with a configured system of agents.

use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use caravan::approvals::{Remembered, Remembering};
use caravan::assembly::{Assembly, Notices};
use caravan::config::Config;
use caravan::conversation::{Conversation, Turn};
use caravan::core::outcome::{RunOutcome, Status};
use caravan::core::settings::{Defense, Settings};
use caravan::interrupt;
use caravan::model::scripted::Style;
use caravan::models::Books;
use clap::Args;
use rustyline::error::ReadlineError;
use serde_json::Value as Json;
use tokio::runtime::Runtime;

use crate::approver::Terminal;
use crate::command::options::{self, Accounts, Checking, Judgement, ModelNames};
use crate::command::{outcome, run, usage};
use crate::failure::{Exit, Failure, Problem};
use crate::terminal::{self, Paint, for_stdout, visible};

/// Talk with the system of agents that `caravan.toml` describes
///
/// What you type is trusted: planners read it, and what you typed before. Of the answers, the planner is told those
/// that nothing untrusted is in; the others it knows as typed names, such as `$1: list[Email]`, that later plans can read.
/// What should not be read as an instruction goes in as data, with --data or `/attach`.
#[derive(Debug, Args)]
#[command(after_help = "\
While you talk:
  /attach NAME=@FILE   hand over a file as data         /plan    the last plan
  /paste NAME          hand over pasted text as data    /new     forget what was said
  /values              what later plans can read        /quit    end (or Ctrl-D)
  /show NAME           what such a value is             Ctrl-C   end the turn under way

Examples:
  caravan chat
  caravan chat --data letter=@letter.txt
  printf 'What is new?\nSummarise that.\n' | caravan chat --json | jq .answer

Exit codes: 0 you left, 2 wrong arguments or configuration; without a terminal, how the last turn ended: 1 its plan
failed, 3 denied, 4 a model or a tool failed; 130 interrupted.")]
pub struct Arguments {
    /// The configuration; the nearest caravan.toml from here upward unless given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    #[command(flatten)]
    judgement: Judgement,

    #[command(flatten)]
    checking: Checking,

    #[command(flatten)]
    models: ModelNames,

    #[command(flatten)]
    accounts: Accounts,

    /// Hand over the text of a file as an opaque, untrusted variable
    #[arg(long, value_name = "NAME=@FILE")]
    data: Vec<String>,

    /// Print one JSON object a turn, on a line of its own
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Talks until the person leaves.
    ///
    /// # Errors
    ///
    /// The configuration cannot be used; without a terminal, the last turn did not end well.
    pub fn run(self) -> Result<Exit, Failure> {
        let config = Config::load_or_find(self.config.as_deref())?;
        options::needs_root(&config)?;
        let data = self.data.iter().map(|given| run::data(given)).collect::<Result<_, _>>()?;
        let data = options::unrepeated("the variable", data)?;
        let assembly = Assembly::with_notices(&config, None, Notices::new(terminal::note))?;
        let books = self.accounts.books(Some(&config))?;
        let models = self.models.names().open(&config, Style::default(), &books)?;
        let settings = assembly.settings(self.judgement.settings(&config, Some(Defense::Multi)));
        let settings = Settings { check: !self.checking.no_check, ..settings };
        let mut conversation = Conversation::new(assembly.system(), &assembly, &models, settings);
        for (name, value) in data {
            conversation.attach(&name, value);
        }
        let is_terminal = std::io::stdin().is_terminal();
        let mut chat = Chat {
            conversation,
            lines: if is_terminal { Lines::edited()? } else { Lines::Plain },
            runtime: options::runtime()?,
            books: &books,
            paint: Paint::new(terminal::colours_on_stderr()),
            json: self.json,
            remembered: Remembered::beside(&config),
            time: assembly.time(),
            last: Exit::Ran,
        };
        if is_terminal {
            chat.say("Type what the agents are to do; /help lists what else there is.");
        }
        while let Some(line) = chat.lines.next("› ")? {
            if !chat.hear(line.trim())? {
                break;
            }
        }
        Ok(if is_terminal { Exit::Ran } else { chat.last })
    }
}

/// A conversation and where it takes place.
struct Chat<'a> {
    conversation: Conversation<'a>,
    lines: Lines,
    runtime: Runtime,
    books: &'a Books,
    paint: Paint,
    json: bool,
    remembered: Option<Remembered>,
    /// How long a turn may take.
    time: Option<Duration>,
    /// How the last turn ended.
    last: Exit,
}

/// What the person types.
enum Lines {
    /// At a terminal, with editing and history.
    Edited(Box<rustyline::DefaultEditor>),
    /// From a file or a program.
    Plain,
}

impl Lines {
    fn edited() -> Result<Lines, Failure> {
        let editor = rustyline::DefaultEditor::new().map_err(|error| {
            Failure::new(Exit::Outside, Problem::new(format!("the terminal cannot be used ({error})")))
        })?;
        Ok(Lines::Edited(Box::new(editor)))
    }

    /// The next line, if there is one.
    fn next(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        let failed = |error: &dyn std::fmt::Display| {
            Failure::new(Exit::Outside, Problem::new(format!("the instruction cannot be read ({error})")))
        };
        match self {
            Lines::Edited(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    // A line that is not kept can be typed again.
                    let _ = editor.add_history_entry(&line);
                    Ok(Some(line))
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                Err(error) => Err(failed(&error)),
            },
            Lines::Plain => {
                let mut line = String::new();
                match std::io::stdin().lock().read_line(&mut line) {
                    Ok(0) => Ok(None),
                    Ok(_) => Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned())),
                    Err(error) => Err(failed(&error)),
                }
            }
        }
    }
}

impl Chat<'_> {
    /// Takes one line. Whether the conversation goes on.
    fn hear(&mut self, line: &str) -> Result<bool, Failure> {
        let Some(command) = line.strip_prefix('/') else {
            if !line.is_empty() {
                self.ask(line)?;
            }
            return Ok(true);
        };
        let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let rest = rest.trim();
        match word {
            "quit" | "exit" => return Ok(false),
            "help" => self.say(HELP),
            "attach" => self.attach(rest),
            "paste" => self.paste(rest)?,
            "values" => self.values(),
            "show" => self.show(rest)?,
            "plan" => self.plan(),
            "new" => {
                self.conversation.begin_anew();
                self.say("What was said is forgotten; what you handed over is still there.");
            }
            _ => self.say(&format!("There is no /{word}. {HELP}")),
        }
        Ok(true)
    }

    fn ask(&mut self, instruction: &str) -> Result<(), Failure> {
        let (interrupted, cancel) = {
            let (sender, receiver) = tokio::sync::oneshot::channel::<()>();
            (receiver, interrupt::instead(move || drop(sender)))
        };
        let mut seen = Ok(Exit::Ran);
        let mut shown = Json::Null;
        let Chat { conversation, runtime, json, remembered, time, .. } = self;
        let terminal = Terminal::new(remembered.clone());
        let approver = Remembering::new(remembered.as_ref(), &terminal);
        let turn = runtime.block_on(async {
            let see = |outcome: &mut RunOutcome| {
                if *json {
                    shown = outcome.to_json();
                } else {
                    seen = see(outcome);
                }
                if seen.is_ok() {
                    seen = Ok(outcome::exit(outcome.status));
                }
            };
            let asking = async {
                let asking = conversation.ask(instruction, &approver, see);
                match *time {
                    None => Some(asking.await),
                    Some(time) => tokio::time::timeout(time, asking).await.ok(),
                }
            };
            first_of(std::pin::pin!(asking), interrupted).await.flatten()
        });
        drop(cancel);
        self.last = seen?;
        let Some(turn) = turn else {
            self.last = Exit::PlanFailed;
            self.say("That turn was ended.");
            return Ok(());
        };
        let turn = turn.map_err(|error| Failure::new(Exit::Outside, Problem::new(error.to_string())))?;
        if self.json {
            self.print(shown, &turn)?
        } else {
            self.tell(&turn)
        }
        Ok(())
    }

    /// Says what is left of a turn for later ones.
    fn tell(&self, turn: &Turn) {
        usage::tell(self.books.ledger(), "the root agent");
        for reference in &turn.told.references {
            let known = if turn.told.result.is_some() {
                "the planner knows it"
            } else {
                "the planner does not see it"
            };
            self.say(&format!("{reference} ({known})"));
        }
        if turn.begins_anew {
            self.say(
                "Untrusted data has decided as much of what the planner is told as the budget allows: what was said is forgotten, \
                 and the values are gone. What you handed over is still there.",
            );
        }
    }

    fn print(&self, mut shown: Json, turn: &Turn) -> Result<(), Failure> {
        if let Json::Object(fields) = &mut shown {
            fields.insert("told".to_owned(), turn.told.to_json());
            fields.insert("begins_anew".to_owned(), Json::Bool(turn.begins_anew));
        }
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}", run::with_run_id(shown, &run::new_run_id()))?;
        out.flush()?;
        Ok(())
    }

    fn attach(&mut self, given: &str) {
        let named = match given.split_once("=@") {
            Some(_) => given.to_owned(),
            None => match Path::new(given.trim_start_matches('@')).file_stem().and_then(|stem| stem.to_str())
            {
                Some(stem) => format!("{stem}=@{}", given.trim_start_matches('@')),
                None => {
                    self.say("Say which file: /attach letter=@letter.txt");
                    return;
                }
            },
        };
        match run::data(&named) {
            Ok((name, text)) => self.take(&name, text),
            Err(failure) => {
                let _exit_code = failure.tell();
            }
        }
    }

    fn paste(&mut self, name: &str) -> Result<(), Failure> {
        if name.is_empty() {
            self.say("Say what it is called: /paste letter");
            return Ok(());
        }
        self.say("Paste the text; a line with a full stop alone ends it.");
        let mut text = String::new();
        while let Some(line) = self.lines.next("")? {
            if line == "." {
                break;
            }
            text.push_str(&line);
            text.push('\n');
        }
        self.take(name, Json::String(text));
        Ok(())
    }

    fn take(&mut self, name: &str, value: Json) {
        let size = value.as_str().map_or(0, |text| text.chars().count());
        self.conversation.attach(name, value);
        self.say(&format!(
            "`{name}` is data now, {size} characters: plans read it with get_variable(\"{name}\")."
        ));
    }

    fn values(&self) {
        let session = self.conversation.session();
        let mut lines: Vec<String> = session.references().map(ToString::to_string).collect();
        lines.extend(session.attached().map(|(name, _)| format!("{name}: str, from you, as data")));
        match lines.is_empty() {
            true => self.say("There are no values yet."),
            false => self.say(&lines.join("\n")),
        }
    }

    /// Shows a value to the person.
    fn show(&self, name: &str) -> Result<(), Failure> {
        let session = self.conversation.session();
        let value = session.references().find(|reference| reference.name() == name);
        let value = value.map(|reference| reference.value().to_text());
        let attached = || session.attached().find(|(known, _)| *known == name);
        let value = value.or_else(|| attached().map(|(_, value)| value.to_text()));
        let Some(value) = value else {
            self.say(&format!("There is no value `{name}`; /values lists them."));
            return Ok(());
        };
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}", for_stdout(&value))?;
        out.flush()?;
        Ok(())
    }

    fn plan(&self) {
        match self.conversation.session().turns().last() {
            Some(turn) => self.say(turn.plan()),
            None => self.say("No plan has run yet."),
        }
    }

    /// Tells the person something that is no answer.
    fn say(&self, text: &str) {
        // Standard error may be closed; the conversation goes on.
        let _ = writeln!(std::io::stderr().lock(), "{}", self.paint.dim(visible(text)));
    }
}

const HELP: &str = "\
/attach NAME=@FILE  hand over a file as data, which no planner reads
/paste NAME         hand over pasted text as data
/values             what later plans can read, and where it came from
/show NAME          what such a value is
/plan               the last plan
/new                forget what was said
/quit               end";

/// Prints what a turn gave.
fn see(outcome: &RunOutcome) -> Result<Exit, Failure> {
    run::tell(outcome)?;
    if outcome.status != Status::Done {
        let _exit_code = outcome::failure(outcome).tell();
    }
    Ok(Exit::Ran)
}

/// What comes first: the end of the turn, or Ctrl-C.
async fn first_of<T>(
    turn: std::pin::Pin<&mut impl Future<Output = T>>,
    mut interrupted: tokio::sync::oneshot::Receiver<()>,
) -> Option<T> {
    let mut turn = turn;
    std::future::poll_fn(|context| {
        use std::task::Poll;
        if std::pin::Pin::new(&mut interrupted).poll(context).is_ready() {
            return Poll::Ready(None);
        }
        turn.as_mut().poll(context).map(Some)
    })
    .await
}
