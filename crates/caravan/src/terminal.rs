//! Colours where they are wanted, and text from tools and models as it can safely be shown.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use anstyle::{AnsiColor, Style};
pub use caravan::hidden::visible;
use indicatif::MultiProgress;

/// Whether standard output takes colours: it is a terminal, and nobody has asked for none.
pub fn colours_on_stdout() -> bool {
    wanted() && std::io::stdout().is_terminal()
}

/// Whether standard error takes colours.
pub fn colours_on_stderr() -> bool {
    wanted() && std::io::stderr().is_terminal()
}

fn wanted() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Puts styles round text, or nothing where colours are off.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    colours: bool,
}

impl Paint {
    /// With or without colours.
    pub fn new(colours: bool) -> Paint {
        Paint { colours }
    }

    /// A heading.
    pub fn bold<T: Display>(self, text: T) -> Painted<T> {
        self.paint(Style::new().bold(), text)
    }

    /// What matters less.
    pub fn dim<T: Display>(self, text: T) -> Painted<T> {
        self.paint(Style::new().dimmed(), text)
    }

    /// What is bad.
    pub fn bad<T: Display>(self, text: T) -> Painted<T> {
        self.paint(AnsiColor::Red.on_default().bold(), text)
    }

    /// What is good.
    pub fn good<T: Display>(self, text: T) -> Painted<T> {
        self.paint(AnsiColor::Green.on_default().bold(), text)
    }

    fn paint<T: Display>(self, style: Style, text: T) -> Painted<T> {
        Painted { style: self.colours.then_some(style), text }
    }
}

/// A text in a style.
#[derive(Clone, Copy, Debug)]
pub struct Painted<T> {
    style: Option<Style>,
    text: T,
}

impl<T: Display> Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.style {
            Some(style) => {
                style.fmt(f)?;
                self.text.fmt(f)?;
                write!(f, "{style:#}")
            }
            None => self.text.fmt(f),
        }
    }
}

/// The text as it goes to standard output: as it is for a program, harmless for a terminal.
pub fn for_stdout(text: &str) -> Cow<'_, str> {
    if std::io::stdout().is_terminal() { visible(text) } else { Cow::Borrowed(text) }
}

/// Tells people one line of what has happened meanwhile.
pub fn note(line: &str) {
    tell(format!("note: {}\n", visible(line)).as_bytes());
}

/// What is drawn at the bottom of the terminal while something runs.
static DRAWN: Mutex<Option<MultiProgress>> = Mutex::new(None);

/// Something is drawn at the bottom of the terminal from now on; nothing any more, if this is nothing.
pub fn draws(drawn: Option<MultiProgress>) {
    *DRAWN.lock().unwrap_or_else(PoisonError::into_inner) = drawn;
}

/// Writes whole lines to standard error, above what is drawn there.
pub fn tell(lines: &[u8]) {
    // Nobody is left to tell if standard error is closed.
    let write = || drop(std::io::stderr().lock().write_all(lines));
    let drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match drawn {
        Some(drawn) => drawn.suspend(write),
        None => write(),
    }
}

/// The text on one line, cut to `width` characters.
pub fn excerpt(text: &str, width: usize) -> String {
    let line = visible(text).split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= width {
        return line;
    }
    let kept: String = line.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_would_steer_a_terminal_is_spelled_out() {
        assert_eq!(visible("plain\n\ttext"), "plain\n\ttext");
        assert_eq!(visible("\u{1b}[2Jgone"), "\\u{1b}[2Jgone");
        assert_eq!(visible("\r"), "\\u{d}");
    }

    #[test]
    fn an_excerpt_is_one_line_and_says_when_it_is_cut() {
        assert_eq!(excerpt("one\n two", 20), "one two");
        assert_eq!(excerpt("one two three", 8), "one two…");
    }

    #[test]
    fn styles_are_written_only_where_colours_are_on() {
        assert_eq!(Paint::new(false).bad("x").to_string(), "x");
        assert_eq!(Paint::new(true).bold("x").to_string(), "\u{1b}[1mx\u{1b}[0m");
    }
}
