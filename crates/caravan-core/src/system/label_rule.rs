//! What a configuration says of the labels of parts of a tool's result.

use std::fmt;
use std::str::FromStr;

use caravan_plan::Type;

/// What is so of one part of a result, or of each of many.
///
/// A reference to another field is looked up in the part itself if that is a record with such a field, else in the record
/// that the part is a field of. What it names also gives the part its label: who could write the sender of a letter could
/// write whom the letter is from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelRule {
    /// Which part.
    pub part: PartPath,
    /// Whether the part is trusted although the tool is not.
    pub trusted: bool,
    /// Those who may read it, by name.
    pub readers: Option<Vec<String>>,
    /// The fields that hold the names of those who may read it: a text or a list of texts each.
    pub readers_from: Vec<String>,
    /// The field that holds the source inside the result, such as a letter's sender.
    pub source_from: Option<String>,
}

/// The way to parts of a result: `sender`, `*.body`, `files.*.name`; empty for the whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartPath(Vec<PartStep>);

/// One step on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartStep {
    /// To the field or key of this name.
    Field(Box<str>),
    /// To each item of a list, or each value of a dictionary.
    Each,
}

impl PartPath {
    /// The steps from the whole result on.
    pub fn steps(&self) -> &[PartStep] {
        &self.0
    }
}

/// How many parts of a type are listed, and how deep.
const MOST_LISTED: usize = 200;
const DEEPEST_LISTED: usize = 4;

impl PartPath {
    /// The parts that a value of this type has, for advice.
    pub fn all_of(returns: &Type) -> Vec<PartPath> {
        let mut found = Vec::new();
        let mut pending = vec![(PartPath::default(), returns)];
        while let Some((path, ty)) = pending.pop() {
            if path.0.len() < DEEPEST_LISTED && pending.len() < MOST_LISTED {
                let step = |step: PartStep| PartPath(path.0.iter().cloned().chain([step]).collect());
                match ty {
                    Type::Union(arms) => pending.extend(arms.iter().map(|arm| (path.clone(), arm))),
                    Type::List(item) => pending.push((step(PartStep::Each), &**item)),
                    Type::Dict(value) => pending.push((step(PartStep::Each), &**value)),
                    Type::Record(record) => pending.extend(
                        record
                            .fields
                            .iter()
                            .map(|field| (step(PartStep::Field(field.name.clone())), &field.ty)),
                    ),
                    _ => {}
                }
            }
            if !path.0.is_empty() && !found.contains(&path) && found.len() < MOST_LISTED {
                found.push(path);
            }
        }
        found
    }
}

impl FromStr for PartPath {
    type Err = String;

    fn from_str(text: &str) -> Result<PartPath, String> {
        if text.is_empty() {
            return Ok(PartPath::default());
        }
        let steps = text.split('.').map(|step| match step {
            "" => Err(format!("`{text}` is no path to a part of a result: a step is empty")),
            "*" => Ok(PartStep::Each),
            name => Ok(PartStep::Field(name.into())),
        });
        Ok(PartPath(steps.collect::<Result<_, _>>()?))
    }
}

impl fmt::Display for PartPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(".")?;
            }
            match step {
                PartStep::Field(name) => f.write_str(name)?,
                PartStep::Each => f.write_str("*")?,
            }
        }
        Ok(())
    }
}

impl LabelRule {
    /// What keeps the rule from ever applying to a value of this type, if something does.
    pub fn problem_with(&self, returns: &Type) -> Option<String> {
        let mut around = Vec::new();
        let mut here = vec![returns];
        for step in self.part.steps() {
            around = here.clone();
            here = below(&here, step);
            if here.is_empty() {
                return Some(format!("no result has a part `{}`", self.part));
            }
        }
        let missing = self.readers_from.iter().chain(&self.source_from).find(|name| {
            let step = PartStep::Field(name.as_str().into());
            below(&here, &step).is_empty() && below(&around, &step).is_empty()
        });
        missing.map(|name| format!("neither `{}` nor the record around it has a field `{name}`", self.part))
    }
}

/// The types of what a step from values of these types may lead to.
fn below<'t>(types: &[&'t Type], step: &PartStep) -> Vec<&'t Type> {
    let mut found = Vec::new();
    let mut pending = types.to_vec();
    while let Some(ty) = pending.pop() {
        match (ty, step) {
            (Type::Any, _) => found.push(ty),
            (Type::Union(arms), _) => pending.extend(arms.iter()),
            (Type::List(item), PartStep::Each) => found.push(item),
            (Type::Dict(value), _) => found.push(value),
            (Type::Record(record), PartStep::Field(name)) => {
                found.extend(record.fields.iter().filter(|field| field.name == *name).map(|field| &field.ty));
            }
            _ => {}
        }
    }
    found
}
