//! The arguments of a call.

use jiff::civil::{Date, DateTime};
use serde_json::{Map, Value as Json};

use super::{ErrorKind, ToolError, ToolSpec};

/// The arguments of a call; null is the same as nothing.
pub(super) struct Arguments<'a> {
    tool: &'static str,
    given: Map<String, Json>,
    spec: &'a ToolSpec,
}

/// A window of time that has both ends in it.
pub(super) struct Window {
    pub(super) start: Option<DateTime>,
    pub(super) end: Option<DateTime>,
    /// As they were written.
    pub(super) written: (Option<String>, Option<String>),
}

impl<'a> Arguments<'a> {
    pub(super) fn new(spec: &'a ToolSpec, arguments: &Json) -> Result<Arguments<'a>, ToolError> {
        let mut given = match arguments {
            Json::Object(given) => given.clone(),
            Json::Null => Map::new(),
            _ => {
                let message = format!("the arguments of `{}` have to be a JSON object", spec.name);
                return Err(ToolError::new(ErrorKind::BadArgument, spec.name, message));
            }
        };
        given.retain(|_, value| !value.is_null());
        let declared = spec.input.get("properties").and_then(Json::as_object);
        let is_known = |name: &str| declared.is_some_and(|declared| declared.contains_key(name));
        let names = declared.into_iter().flatten().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>();
        if let Some(name) = given.keys().find(|name| !is_known(name)) {
            let takes = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            let message = format!("`{}` has no argument `{name}`; it takes {takes}", spec.name);
            return Err(ToolError::new(ErrorKind::BadArgument, name, message));
        }
        Ok(Arguments { tool: spec.name, given, spec })
    }

    fn wrong(&self, name: &str, wanted: &str) -> ToolError {
        let message = match self.given.get(name) {
            Some(value) => {
                format!("the argument `{name}` of `{}` has to be {wanted}, and is {value}", self.tool)
            }
            None => format!("the argument `{name}` of `{}`, {wanted}, is missing", self.tool),
        };
        ToolError::new(ErrorKind::BadArgument, name, message)
    }

    /// Takes what `read` makes of the argument, which has to be there if the tool's schema says so.
    fn read<T>(
        &self,
        name: &str,
        wanted: &str,
        read: impl Fn(&Json) -> Option<T>,
    ) -> Result<Option<T>, ToolError> {
        let required = self.spec.input.get("required").and_then(Json::as_array);
        match self.given.get(name) {
            Some(value) => read(value).map(Some).ok_or_else(|| self.wrong(name, wanted)),
            None if required.is_some_and(|all| all.iter().any(|one| one == name)) => {
                Err(self.wrong(name, wanted))
            }
            None => Ok(None),
        }
    }

    pub(super) fn text(&self, name: &str) -> Result<String, ToolError> {
        self.optional_text(name)?.ok_or_else(|| self.wrong(name, "a text"))
    }

    pub(super) fn optional_text(&self, name: &str) -> Result<Option<String>, ToolError> {
        self.read(name, "a text", |value| value.as_str().map(|text| text.trim().to_owned()))
    }

    /// A list with at least one text in it.
    pub(super) fn texts(&self, name: &str) -> Result<Vec<String>, ToolError> {
        let wanted = "a list of texts, and not empty";
        let texts = self.optional_texts(name)?.filter(|texts| !texts.is_empty());
        texts.ok_or_else(|| self.wrong(name, wanted))
    }

    pub(super) fn optional_texts(&self, name: &str) -> Result<Option<Vec<String>>, ToolError> {
        self.read(name, "a list of texts", |value| {
            value.as_array()?.iter().map(|one| one.as_str().map(str::to_owned)).collect()
        })
    }

    pub(super) fn optional_bools(&self, name: &str) -> Result<Option<Vec<bool>>, ToolError> {
        self.read(name, "a list of true and false", |value| {
            value.as_array()?.iter().map(Json::as_bool).collect()
        })
    }

    pub(super) fn flag(&self, name: &str) -> Result<bool, ToolError> {
        Ok(self.read(name, "true or false", Json::as_bool)?.unwrap_or(false))
    }

    /// A whole number up to `most`; -1 is the same as nothing.
    pub(super) fn count(&self, name: &str, most: usize) -> Result<Option<usize>, ToolError> {
        let wanted = format!("a whole number from 1 to {most}, or -1 for the usual");
        let number = self.read(name, &wanted, Json::as_f64)?;
        match number {
            None => Ok(None),
            Some(-1.0) => Ok(None),
            Some(number) if number.fract() == 0.0 && number >= 1.0 && number <= most as f64 => {
                Ok(Some(number as usize))
            }
            Some(_) => Err(self.wrong(name, &wanted)),
        }
    }

    /// A number between 0 and 1, these two left out.
    pub(super) fn share(&self, name: &str, usual: f64) -> Result<f64, ToolError> {
        let wanted = "a number between 0 and 1";
        let share = self.read(name, wanted, Json::as_f64)?.unwrap_or(usual);
        if share > 0.0 && share < 1.0 { Ok(share) } else { Err(self.wrong(name, wanted)) }
    }

    /// A moment; a day is its midnight.
    pub(super) fn moment(&self, name: &str) -> Result<Option<DateTime>, ToolError> {
        self.optional_text(name)?.map(|text| moment(name, &text)).transpose()
    }

    /// The window from `start_date` to `end_date`. A day at its end is in it as a whole.
    pub(super) fn window(&self) -> Result<Window, ToolError> {
        let written = (self.optional_text("start_date")?, self.optional_text("end_date")?);
        let start = written.0.as_deref().map(|text| moment("start_date", text)).transpose()?;
        let end = written.1.as_deref().map(|text| match text.parse::<Date>() {
            Ok(day) if !text.contains(':') => Ok(day.at(23, 59, 59, 999_999_999)),
            _ => moment("end_date", text),
        });
        let end = end.transpose()?;
        if let (Some(start), Some(end)) = (start, end)
            && end < start
        {
            let window = format!("{start} to {end}");
            let message = format!("the window {window} ends before it starts");
            return Err(ToolError::new(ErrorKind::BadWindow, window, message));
        }
        Ok(Window { start, end, written })
    }
}

impl Window {
    pub(super) fn holds(&self, time: DateTime) -> bool {
        self.start.is_none_or(|start| start <= time) && self.end.is_none_or(|end| time <= end)
    }

    /// In words, after what lies in it.
    pub(super) fn words(&self) -> String {
        match &self.written {
            (Some(start), Some(end)) => format!(" from {start} to {end}"),
            (Some(start), None) => format!(" from {start} on"),
            (None, Some(end)) => format!(" until {end}"),
            (None, None) => String::new(),
        }
    }
}

/// Reads `2020-06-01`, `2020-06-01T12:00:00` or the same with a space; a `Z` may stand behind it.
pub(super) fn moment(name: &str, text: &str) -> Result<DateTime, ToolError> {
    let bare = text.strip_suffix('Z').or_else(|| text.strip_suffix("+00:00")).unwrap_or(text);
    bare.parse().map_err(|_| {
        let message = format!(
            "`{name}` is `{text}`, which is no time; write it as `2020-06-01` or `2020-06-01T12:00:00`"
        );
        ToolError::new(ErrorKind::BadWindow, text, message)
    })
}
