//! Lists of records: rows of a table, numbered sections, lines of `label: value`, or bullets `KEY: VALUE`.

use caravan_plan::{RecordType, Type};
use serde_json::{Map, Value as Json, json};

use super::pattern::{Pattern, escaped, pattern};
use super::{BULLET, Found, answer, bullets, stem};

pattern!(SECTION, r"(?m)^(?=\d+\. )");
pattern!(HEADING, r"\A\d+\. (.*)\n");
pattern!(KEYED, r"\A([^:]+):\s+(.*)");

/// The records of a text; none if it has none.
pub(super) fn records(schema: &RecordType, text: &str) -> Found<Json> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let Some(first) = lines.first() else { return Ok(json!([])) };
    let fields = &schema.fields;
    let header: Vec<String> = first.split(',').map(|title| stem(title.trim())).collect();
    let columns: Option<Vec<usize>> = fields.iter().map(|field| column(&field.name, &header)).collect();
    let has_list = fields.iter().any(|field| matches!(field.ty, Type::List(_)));
    let made: Vec<Map<String, Json>> = match columns {
        Some(columns) if header.len() > 1 => table(schema, &lines, &columns, header.len()),
        _ if has_list => sections(schema, text),
        _ if fields.len() > 1 && fields.iter().all(|field| pair(&field.name, first).is_some()) => {
            lines.iter().map(|line| labelled(schema, line)).collect()
        }
        _ => lines.iter().filter_map(|line| keyed(schema, line)).collect(),
    };
    Ok(made.into_iter().filter_map(|row| valid(schema, row)).map(Json::Object).collect())
}

fn table(schema: &RecordType, lines: &[&str], columns: &[usize], width: usize) -> Vec<Map<String, Json>> {
    let rows = lines.iter().skip(1).map(|line| line.splitn(width, ',').collect::<Vec<_>>());
    rows.filter(|cells| cells.len() == width)
        .map(|cells| {
            let cell = |at: &usize| cells.get(*at).map(|cell| json!(cell.trim())).unwrap_or_default();
            schema.fields.iter().zip(columns).map(|(field, at)| (field.name.to_string(), cell(at))).collect()
        })
        .collect()
}

fn sections(schema: &RecordType, text: &str) -> Vec<Map<String, Json>> {
    let starts: Vec<usize> = SECTION.all(text).map(|found| found.start()).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let parts = starts.iter().zip(ends).filter_map(|(start, end)| text.get(*start..end));
    parts
        .filter_map(|part| {
            let heading = HEADING.groups(part)?.get(1)?.as_str().trim();
            let value = |name: &str, ty: &Type| match ty {
                Type::List(_) => json!(bullets(name, part)),
                _ => json!(heading),
            };
            let fields = schema.fields.iter();
            Some(fields.map(|field| (field.name.to_string(), value(&field.name, &field.ty))).collect())
        })
        .collect()
}

fn labelled(schema: &RecordType, line: &str) -> Map<String, Json> {
    let fields = schema.fields.iter();
    fields
        .map(|field| (field.name.to_string(), pair(&field.name, line).map_or(Json::Null, Json::from)))
        .collect()
}

/// A record from a bullet `KEY: VALUE`: texts in that order, other fields from the whole line.
fn keyed(schema: &RecordType, line: &str) -> Option<Map<String, Json>> {
    let bullet = BULLET.groups(line)?;
    let parts = KEYED.groups(bullet.get(1)?.as_str())?;
    let mut texts = [1, 2].into_iter().filter_map(|group| Some(parts.get(group)?.as_str().trim().to_owned()));
    let mut row = Map::new();
    for field in &schema.fields {
        let value = match &field.ty {
            Type::Str => json!(texts.next().unwrap_or_default()),
            other => answer(&field.name, other, line).ok()?,
        };
        row.insert(field.name.to_string(), value);
    }
    Some(row)
}

/// Which column of a table a field is.
fn column(name: &str, header: &[String]) -> Option<usize> {
    name.rsplit('_').find_map(|word| {
        let same = match word {
            "score" => "rating",
            "rating" => "score",
            other => other,
        };
        [word, same].iter().find_map(|title| header.iter().position(|column| *column == stem(title)))
    })
}

/// The value of a field in a line of `label: value, label: value`.
fn pair(name: &str, line: &str) -> Option<String> {
    name.rsplit('_').find_map(|word| {
        let said = Pattern::new(&format!(r"(?i)\b{}\w*(?: \w+)?: ([^,\n]+)", escaped(word)));
        Some(said.groups(line)?.get(1)?.as_str().trim().to_owned())
    })
}

/// The record with its texts read as what the fields are; none if they cannot be.
fn valid(schema: &RecordType, mut row: Map<String, Json>) -> Option<Map<String, Json>> {
    let mut record = Map::new();
    for field in &schema.fields {
        record.insert(field.name.to_string(), read(row.remove(&*field.name)?, &field.ty)?);
    }
    Some(record)
}

fn read(value: Json, ty: &Type) -> Option<Json> {
    match (ty, value) {
        (Type::Float, Json::String(text)) => text.trim().parse::<f64>().ok().map(|number| json!(number)),
        (Type::Int, Json::String(text)) => text.trim().parse::<i64>().ok().map(|number| json!(number)),
        (Type::Union(types), value) => types.iter().find_map(|ty| read(value.clone(), ty)),
        (Type::None, Json::Null) => Some(Json::Null),
        (Type::None, _) | (_, Json::Null) => None,
        (_, value) => Some(value),
    }
}
