//! How commands end: exit codes, and errors as people read them.

use std::io::Write;
use std::ops::Range;
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use caravan::config::ConfigError;
use caravan::plan::Span;

use crate::terminal;

/// How a command ended. The numbers are promised to programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It ran.
    Ran = 0,
    /// The plan failed.
    PlanFailed = 1,
    /// The arguments or the configuration are wrong.
    Usage = 2,
    /// The gate, a policy or a person said no.
    Denied = 3,
    /// A model or a tool failed.
    Outside = 4,
    /// The run waits for a person.
    Suspended = 5,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub struct Failure {
    exit: Exit,
    problems: Vec<Problem>,
}

/// One thing that is wrong: a title, perhaps the place in a text, perhaps advice.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What is wrong, in one sentence without a full stop.
    pub title: String,
    /// A stable code, where there is one.
    pub code: Option<String>,
    /// The name and text of what it is in, the bytes that are meant, and a word on them.
    pub place: Option<Place>,
    /// Further facts, one a line.
    pub notes: Vec<String>,
    /// Lines that show more, as a difference does: they stand below.
    pub detail: Option<String>,
    /// What to do.
    pub help: Option<String>,
}

/// A place in a text.
#[derive(Clone, Debug)]
pub struct Place {
    /// What the text is called.
    pub name: String,
    /// The text.
    pub text: String,
    /// The bytes that are meant.
    pub range: Range<usize>,
    /// What is said of them.
    pub label: String,
}

impl Place {
    /// The place of a span in a text. None if the span has no line.
    pub fn of(span: Span, name: &str, text: &str) -> Option<Place> {
        (span.line > 0).then(|| Place {
            name: name.to_owned(),
            text: text.to_owned(),
            range: range_of(span, text),
            label: String::new(),
        })
    }
}

/// The bytes of a span, whose column and width count characters. Without a column, the whole line is meant.
fn range_of(span: Span, text: &str) -> Range<usize> {
    let lines_before = span.line.saturating_sub(1) as usize;
    let start: usize = text.split_inclusive('\n').take(lines_before).map(str::len).sum();
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or("");
    if span.column == 0 {
        let indent = line.len() - line.trim_start().len();
        return start + indent..start + line.trim_end().len().max(indent);
    }
    let offset = |characters: usize| line.char_indices().nth(characters).map_or(line.len(), |(at, _)| at);
    let first = span.column as usize - 1;
    start + offset(first)..start + offset(first.saturating_add(span.width as usize))
}

impl Problem {
    /// A problem of which nothing but this is known.
    pub fn new(title: impl Into<String>) -> Problem {
        Problem { title: title.into(), code: None, place: None, notes: Vec::new(), detail: None, help: None }
    }

    /// The problem as rustc shows one.
    pub fn render(&self, colours: bool) -> String {
        let title = terminal::visible(&self.title);
        let title = match &self.code {
            Some(code) => Level::ERROR.primary_title(title).id(code.as_str()),
            None => Level::ERROR.primary_title(title),
        };
        let mut group = match &self.place {
            Some(place) => {
                let range = within(&place.text, &place.range);
                let mark = AnnotationKind::Primary.span(range).label(place.label.as_str());
                let snippet = Snippet::source(place.text.as_str()).path(place.name.as_str()).annotation(mark);
                Group::with_title(title).element(snippet)
            }
            None => Group::with_title(title),
        };
        for note in &self.notes {
            group = group.element(Level::NOTE.message(terminal::visible(note)));
        }
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(terminal::visible(help)));
        }
        let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }
}

/// The nearest range that lies within the text, on borders of characters.
fn within(text: &str, range: &Range<usize>) -> Range<usize> {
    let floor = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = floor(range.start);
    start..floor(range.end).max(start)
}

impl Failure {
    /// A failure with this exit code and one thing wrong.
    pub fn new(exit: Exit, problem: Problem) -> Failure {
        Failure { exit, problems: vec![problem] }
    }

    /// A failure with this exit code and several things wrong.
    pub fn several(exit: Exit, problems: Vec<Problem>) -> Failure {
        Failure { exit, problems }
    }

    /// All of these, with the exit code of the first.
    #[cfg(all(feature = "mcp", feature = "serve"))]
    pub fn all(failures: Vec<Failure>) -> Failure {
        let exit = failures.first().map_or(Exit::Usage, |failure| failure.exit);
        Failure { exit, problems: failures.into_iter().flat_map(|failure| failure.problems).collect() }
    }

    /// Wrong arguments.
    pub fn usage(title: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure::new(Exit::Usage, Problem { help: Some(help.into()), ..Problem::new(title) })
    }

    /// What is wrong.
    #[cfg(feature = "policy")]
    pub fn into_problems(self) -> Vec<Problem> {
        self.problems
    }

    /// Says on standard error what is wrong, and gives the exit code.
    pub fn tell(&self) -> ExitCode {
        let colours = terminal::colours_on_stderr();
        let mut text = String::new();
        for (index, problem) in self.problems.iter().enumerate() {
            if index > 0 {
                text.push('\n');
            }
            text.push_str(problem.render(colours).trim_end());
            text.push('\n');
            if let Some(detail) = &problem.detail {
                text.push('\n');
                text.push_str(terminal::visible(detail).trim_end());
                text.push('\n');
            }
        }
        // Nobody is left to tell if standard error is closed.
        let _ = std::io::stderr().write_all(text.as_bytes());
        self.exit.into()
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Failure {
        let mut problem = match error.place() {
            Some(place) => Problem {
                place: Some(Place {
                    name: error.file().to_owned(),
                    text: place.text.clone(),
                    range: place.range.clone(),
                    label: String::new(),
                }),
                ..Problem::new(error.message())
            },
            None if error.file().is_empty() => Problem::new(error.message()),
            None => Problem::new(format!("{}: {}", error.file(), error.message())),
        };
        problem.detail = error.detail().map(str::to_owned);
        problem.help = error.help().map(str::to_owned);
        Failure::new(Exit::Usage, problem)
    }
}

impl From<std::io::Error> for Failure {
    /// Standard output could not be written. If nobody reads it any more, nobody needs to be told.
    fn from(error: std::io::Error) -> Failure {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            return Failure::several(Exit::Ran, Vec::new());
        }
        Failure::new(Exit::Outside, Problem::new(format!("standard output cannot be written ({error})")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_counts_characters_and_a_range_counts_bytes() {
        let text = "é = 1\n  ü = é + x  \n";
        let covered = |line, column, width| text.get(range_of(Span { line, column, width }, text)).unwrap();
        assert_eq!(covered(2, 7, 1), "é");
        assert_eq!(covered(2, 11, 1), "x");
        assert_eq!(covered(2, 11, 99), "x  ");
        assert_eq!(covered(2, 0, 0), "ü = é + x");
        assert_eq!(covered(7, 1, 1), "");
    }

    #[test]
    fn a_problem_is_shown_as_rustc_shows_one_and_steers_no_terminal() {
        let text = "a = 1\nb = a +\u{1b} c\n";
        let problem = Problem {
            code: Some("P001".into()),
            place: Place::of(Span { line: 2, column: 5, width: 1 }, "plan.py", text),
            notes: vec!["a note".into()],
            help: Some("some advice".into()),
            ..Problem::new("no such \u{1b}thing")
        };
        let shown = problem.render(false);
        assert!(!shown.contains('\u{1b}'), "{shown}");
        insta::assert_snapshot!(shown, @r"
        error[P001]: no such \u{1b}thing
         --> plan.py:2:5
          |
        2 | b = a +␛ c
          |     ^
          |
          = note: a note
          = help: some advice
        ");
    }
}
