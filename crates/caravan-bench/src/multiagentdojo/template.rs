//! A message with holes: `Pay {amount} to {recipient}.`

/// A message with holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Template {
    /// What stands before the first hole.
    start: String,
    /// Each hole, and what stands behind it.
    holes: Vec<(String, String)>,
}

impl Template {
    /// Reads a template. `{{` is a brace.
    pub(crate) fn parse(text: &str) -> Result<Template, String> {
        let mut template = Template { start: String::new(), holes: Vec::new() };
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, from) = rest.split_at(at);
            template.push(before);
            if let Some(behind) = from.strip_prefix("{{") {
                template.push("{");
                rest = behind;
            } else if let Some(behind) = from.strip_prefix("}}") {
                template.push("}");
                rest = behind;
            } else {
                let hole = from.strip_prefix('{').and_then(|from| from.split_once('}'));
                let (name, behind) = hole.ok_or_else(|| format!("a brace without another in: {text}"))?;
                template.holes.push((name.to_owned(), String::new()));
                rest = behind;
            }
        }
        template.push(rest);
        Ok(template)
    }

    /// The message, if it has no holes; with them, what stands before the first.
    pub(crate) fn text(&self) -> String {
        self.start.clone()
    }

    /// Adds a hole at the end.
    pub(crate) fn push_hole(&mut self, name: &str) {
        self.holes.push((name.to_owned(), String::new()));
    }

    /// Adds text at the end.
    pub(crate) fn push(&mut self, text: &str) {
        match self.holes.last_mut() {
            Some((_, behind)) => behind.push_str(text),
            None => self.start.push_str(text),
        }
    }

    /// What stands in the holes, if the message is of this form. Each hole but the last ends where the text behind it
    /// first occurs.
    pub(crate) fn read(&self, message: &str) -> Option<Vec<(&str, String)>> {
        let mut rest = message.strip_prefix(&*self.start)?;
        let mut found = Vec::with_capacity(self.holes.len());
        for (place, (name, behind)) in self.holes.iter().enumerate() {
            let is_last = place + 1 == self.holes.len();
            let (value, after) = match is_last {
                true => (rest.strip_suffix(&**behind)?, ""),
                false => rest.split_once(&**behind)?,
            };
            found.push((name.as_str(), value.to_owned()));
            rest = after;
        }
        rest.is_empty().then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_without_holes_fits_itself_alone() {
        let template = Template::parse("Hi {{name}}.").unwrap();
        assert_eq!(template.read("Hi {name}."), Some(Vec::new()));
        assert_eq!(template.read("Hi {name}. And"), None);
    }

    #[test]
    fn a_hole_holds_whatever_stands_there() {
        let template = Template::parse("From {a} to {b}: {c}").unwrap();
        let found = template.read("From x to y to z: \n{w}").unwrap();
        assert_eq!(found, [("a", "x".to_owned()), ("b", "y to z".to_owned()), ("c", "\n{w}".to_owned())]);
        assert!(Template::parse("{open").is_err());
    }
}
