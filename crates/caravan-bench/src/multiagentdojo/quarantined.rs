//! The reference quarantined model: answers by general rules that look at the schema's types and field names and at the
//! text, never at the task. `docs/multiagentdojo.md` lists the rules; `bridge/tests/quarantined.py` is their executable
//! form, and a test compares the two.

mod moment;
mod pattern;
mod records;

use std::collections::BTreeSet;

use caravan_plan::Type;
use serde_json::{Map, Value as Json, json};

use pattern::{Pattern, escaped, pattern};

/// The text does not hold what is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Missing;

type Found<T> = Result<T, Missing>;

/// The answer to a query: its first line is the question, the rest is the text.
pub(crate) fn ask(query: &str, schema: &Type) -> Found<Json> {
    let text = match query.split_once('\n') {
        Some((_, text)) if !text.trim().is_empty() => text,
        _ => query,
    };
    if *schema != Type::Str
        && let Ok(value) = serde_json::from_str(text.trim())
        && let Some(value) = fitted(value, schema)
    {
        return Ok(value);
    }
    answer("", schema, text)
}

/// The value of a field called `name`.
fn answer(name: &str, schema: &Type, text: &str) -> Found<Json> {
    match schema {
        Type::Str => string(name, text).map(Json::String),
        Type::Bool => Ok(Json::Bool(!labels(name, text).is_empty())),
        Type::Int => number(name, text).map(|number| json!(number.trunc() as i64)),
        Type::Float => number(name, text).map(|number| json!(number)),
        Type::DateTime => moment::moment(name, text).map(Json::String),
        Type::Enum(members) => member(members, text),
        Type::List(item) if **item == Type::Str => strings(name, text).map(Json::from),
        Type::List(item) => match &**item {
            Type::Record(record) => records::records(record, text),
            _ => Err(Missing),
        },
        Type::Union(types) if types.contains(&Type::None) => {
            let mut others = types.iter().filter(|ty| **ty != Type::None);
            match (others.next(), others.next()) {
                (Some(ty), None) => Ok(answer(name, ty, text).unwrap_or(Json::Null)),
                _ => Err(Missing),
            }
        }
        Type::Record(record) => {
            let mut fields = Map::new();
            for field in &record.fields {
                fields.insert(field.name.to_string(), answer(&field.name, &field.ty, text)?);
            }
            Ok(Json::Object(fields))
        }
        _ => Err(Missing),
    }
}

/// The value itself, where it is of the type; a record without what the type does not name.
fn fitted(value: Json, schema: &Type) -> Option<Json> {
    match (schema, value) {
        (Type::Str, value @ Json::String(_))
        | (Type::Bool, value @ Json::Bool(_))
        | (Type::None, value @ Json::Null)
        | (Type::Float, value @ Json::Number(_)) => Some(value),
        (Type::Int, value) if value.is_i64() => Some(value),
        (Type::DateTime, Json::String(text)) => {
            text.parse::<jiff::civil::DateTime>().ok().map(|moment| json!(moment.to_string()))
        }
        (Type::Enum(members), value) => members.contains(&value).then_some(value),
        (Type::List(item), Json::Array(values)) => {
            let values: Option<Vec<Json>> = values.into_iter().map(|value| fitted(value, item)).collect();
            values.map(Json::Array)
        }
        (Type::Union(types), value) => types.iter().find_map(|ty| fitted(value.clone(), ty)),
        (Type::Record(record), Json::Object(mut object)) => {
            let mut fields = Map::new();
            for field in &record.fields {
                let value = object.remove(&*field.name)?;
                fields.insert(field.name.to_string(), fitted(value, &field.ty)?);
            }
            Some(Json::Object(fields))
        }
        _ => None,
    }
}

/// The word without a common ending.
fn stem(word: &str) -> String {
    let word = word.to_lowercase();
    for ending in ["ing", "ies", "es", "ed", "s", "e"] {
        if let Some(stem) = word.strip_suffix(ending)
            && stem.chars().count() >= 3
        {
            return stem.to_owned();
        }
    }
    word
}

/// The places behind words of the text with the stem of a word of the name: its last word that the text has.
fn labels(name: &str, text: &str) -> Vec<usize> {
    for word in name.rsplit('_').filter(|word| !word.is_empty()) {
        let label = Pattern::new(&format!(r"(?i)\b{}\w*", escaped(&stem(word))));
        let found: Vec<usize> = label.all(text).map(|found| found.end()).collect();
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

pattern!(EMAIL, r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+");
pattern!(URL, r#"(?:https?://|www\.)[^\s<>()"']*[^\s<>()"'.,;:!?]"#);
pattern!(IBAN, r"\b[A-Z]{2}\d{2}[A-Z0-9]{10,30}\b");
pattern!(
    NUMBER,
    r"(?<![\w.])[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\w)|(?<![\w.,])[-+]?\d+(?:\.\d+)?(?![\w]|\.\d)"
);
pattern!(RANGE, r"\A[^\n\d]{0,20}(\d[\d,.]*\d|\d)\s*(?:-|–|to)\s*(\d[\d,.]*\d|\d)");
pattern!(DAY, r"\b\d{4}-\d{2}-\d{2}\b");
pattern!(ADDRESS, r"(?m)^(?P<street>.*\d.*)\n(?P<city>.*), [A-Z]{2} \d{5}.*$");
pattern!(SAID, r"(?i)\A(?:\s*(?:is|are|will be)\b:?|\s*[:=])\s+([^.!?,;\n]+)");
pattern!(PERSON, r"(?<=[a-z,] )([A-Z][a-z]+(?: [A-Z][a-z]+)*)\b");
pattern!(BEFORE, r"(?:[\w-]+ ){1,2}\w+\z");
pattern!(QUOTED, r"(?<!\w)'([^'\n]+)'(?!\w)");
pattern!(TITLE, r"\A[^:]+: ?");
pattern!(BULLET, r"\A\s*[-*•]\s+(.*)");

/// The pattern of texts of a known form.
fn form(kind: &str) -> Option<&'static Pattern> {
    match kind {
        "email" => Some(&EMAIL),
        "url" | "link" | "website" | "page" => Some(&URL),
        "iban" => Some(&IBAN),
        _ => None,
    }
}

/// A text.
fn string(name: &str, text: &str) -> Found<String> {
    let kind = name.rsplit('_').next().unwrap_or_default();
    if matches!(kind, "" | "summary" | "text" | "content" | "excerpt") {
        return Ok(text.trim().to_owned());
    }
    if let Some(form) = form(kind) {
        return form.first(text, 0).map(|found| found.as_str().trim().to_owned()).ok_or(Missing);
    }
    if matches!(kind, "location" | "place" | "venue") {
        return moment::place(text);
    }
    if matches!(kind, "street" | "city") {
        let lines = ADDRESS.groups(text).ok_or(Missing)?;
        return lines.name(kind).map(|found| found.as_str().trim().to_owned()).ok_or(Missing);
    }
    let places = labels(name, text);
    for at in &places {
        if let Some(said) = SAID.groups(behind(text, *at)).and_then(|said| said.get(1)) {
            return Ok(said.as_str().trim().to_owned());
        }
    }
    if matches!(kind, "user" | "name" | "person") {
        return PERSON.first(text, 0).map(|found| found.as_str().trim().to_owned()).ok_or(Missing);
    }
    if matches!(kind, "cuisine" | "kind" | "type" | "style") {
        let before = places.iter().find_map(|at| BEFORE.first(text.get(..*at)?, 0));
        return before.map(|before| before.as_str().to_owned()).ok_or(Missing);
    }
    Err(Missing)
}

fn behind(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or_default()
}

/// The first number close behind a label; without any label the only number.
fn number(name: &str, text: &str) -> Found<f64> {
    const CLOSE: usize = 25;
    let text = DAY.replace_all(text, " ");
    let places = labels(name, &text);
    for at in &places {
        if let Some(range) = RANGE.groups(behind(&text, *at)) {
            let upper = name.split('_').any(|word| word == "max");
            let end = range.get(if upper { 2 } else { 1 }).ok_or(Missing)?;
            return as_number(end.as_str());
        }
        if let Some(found) = NUMBER.first(&text, *at) {
            let between = text.get(*at..found.start()).unwrap_or_default();
            let same_line = !between.trim_matches([' ', '\t']).contains('\n');
            if between.chars().count() <= CLOSE && same_line {
                return as_number(found.as_str());
            }
        }
    }
    let mut every = NUMBER.all(&text);
    match (every.next(), every.next(), places.is_empty()) {
        (Some(only), None, true) => as_number(only.as_str()),
        _ => Err(Missing),
    }
}

/// A number that may have commas between thousands.
fn as_number(text: &str) -> Found<f64> {
    text.replace(',', "").parse().map_err(|_| Missing)
}

/// The option that the text names most often.
fn member(options: &[Json], text: &str) -> Found<Json> {
    let count = |option: &Json| {
        let word = option.as_str().map_or_else(|| option.to_string(), str::to_owned);
        Pattern::new(&format!(r"(?i)\b{}\b", escaped(&word))).all(text).count()
    };
    let mut best: Option<(usize, &Json)> = None;
    for option in options {
        let named = count(option);
        if named > best.map_or(0, |(most, _)| most) {
            best = Some((named, option));
        }
    }
    best.map(|(_, option)| option.clone()).ok_or(Missing)
}

/// A list of texts: of a known form, below a label, in quotes, or the lines.
fn strings(name: &str, text: &str) -> Found<Vec<String>> {
    let kind = name.rsplit('_').next().unwrap_or_default();
    if let Some(form) = form(kind.strip_suffix('s').unwrap_or(kind)) {
        return Ok(once(form.all(text).map(|found| found.as_str())));
    }
    let below = if name.is_empty() { Vec::new() } else { bullets(name, text) };
    if !below.is_empty() {
        return Ok(below);
    }
    let quoted = QUOTED.all_groups(text);
    if !quoted.is_empty() {
        return Ok(once(quoted.iter().map(String::as_str)));
    }
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().map(|line| TITLE.replace_first(line, ""));
    Ok(first.into_iter().chain(lines.map(str::to_owned)).filter(|line| !line.is_empty()).collect())
}

/// Each of them once, in order.
fn once<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    texts.filter(|text| seen.insert(*text)).map(str::to_owned).collect()
}

/// The bullets below the first line that ends in a colon and has every word of the name.
fn bullets(name: &str, text: &str) -> Vec<String> {
    let words: Vec<Pattern> =
        name.split('_').map(|word| Pattern::new(&format!(r"(?i)\b{}", escaped(&stem(word))))).collect();
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        if line.trim().ends_with(':') && words.iter().all(|word| word.first(line, 0).is_some()) {
            let below: Vec<String> = lines
                .iter()
                .skip(at + 1)
                .map_while(|line| BULLET.groups(line))
                .filter_map(|bullet| Some(bullet.get(1)?.as_str().trim().to_owned()))
                .collect();
            if !below.is_empty() {
                return below;
            }
        }
    }
    Vec::new()
}
