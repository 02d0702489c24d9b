//! The shape of `caravan.toml` for programs, as JSON Schema, and for people, as a page: both made of the types that the
//! file is read into.

use std::fmt::Write;

use serde_json::Value as Json;

use super::Written;
use crate::advice::listed;

/// The JSON Schema of `caravan.toml` (draft 2020-12), which editors check and complete by.
pub fn schema() -> Json {
    let mut schema = schemars::schema_for!(Written).to_value();
    without_null(&mut schema);
    schema
}

/// What may be left out is left out: TOML has no null.
fn without_null(schema: &mut Json) {
    match schema {
        Json::Object(object) => {
            if let Some(Json::Array(types)) = object.get_mut("type") {
                types.retain(|name| name != "null");
                if let [only] = types.as_slice() {
                    let only = only.clone();
                    object.insert("type".to_owned(), only);
                }
            }
            if let Some(Json::Array(ways)) = object.get_mut("anyOf") {
                ways.retain(|way| way.get("type").is_none_or(|name| name != "null"));
                if let [only] = ways.as_mut_slice() {
                    let only = only.take();
                    object.remove("anyOf");
                    if let Json::Object(only) = only {
                        object.extend(only);
                    }
                }
            }
            if object.get("default").is_some_and(Json::is_null) {
                object.remove("default");
            }
            object.values_mut().for_each(without_null);
        }
        Json::Array(items) => items.iter_mut().for_each(without_null),
        _ => {}
    }
}

/// The page about `caravan.toml`: every table with its keys, what they take, and what they are for.
pub fn reference() -> String {
    let schema = schema();
    let mut page = String::from(
        "# Configuration\n\n\
         Every key of `caravan.toml`. An unknown key, a name that nothing has, or a value out of range is an error that points\n\
         at its line.\n\
         Files are named from the configuration's folder on. This page is made of the types that the file is read into;\n\
         `caravan schema` prints the same as JSON Schema, for an editor:\n\n\
         <!-- run in empty -->\n```console\n$ caravan schema > caravan.schema.json\n```\n\n\
         Editors that know taplo (Even Better TOML) use it where the first line of the file is\n\
         `#:schema caravan.schema.json`.\n",
    );
    let mut tables = vec![(String::new(), &schema)];
    while let Some((path, table)) = tables.pop() {
        let heading = if path.is_empty() { "At the top".to_owned() } else { format!("`[{path}]`") };
        let _ = write!(page, "\n## {heading}\n\n");
        if !path.is_empty() {
            let _ = write!(page, "{}\n\n", text(table));
        }
        page.push_str("| key | takes | |\n| --- | --- | --- |\n");
        let mut below = Vec::new();
        for (key, property) in properties(table) {
            let of = resolved(&schema, property);
            let (inner, named) = inner(&schema, of);
            let within = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            let within = if named { format!("{within}.NAME") } else { within };
            let takes = match inner {
                Some(table) => {
                    below.push((within.clone(), table));
                    format!("[`[{within}]`](#{})", within.replace('.', "").to_lowercase())
                }
                None => takes(&schema, of),
            };
            let needed = if is_required(table, key) { "; needed" } else { "" };
            let _ = writeln!(page, "| `{key}` | {takes}{needed} | {} |", text(property));
        }
        below.reverse();
        tables.extend(below);
    }
    page
}

fn properties(table: &Json) -> impl Iterator<Item = (&String, &Json)> {
    table.get("properties").and_then(Json::as_object).into_iter().flatten()
}

fn is_required(table: &Json, key: &str) -> bool {
    let required = table.get("required").and_then(Json::as_array);
    required.is_some_and(|names| names.iter().any(|name| name == key))
}

fn resolved<'s>(schema: &'s Json, of: &'s Json) -> &'s Json {
    let name = of.get("$ref").and_then(Json::as_str).and_then(|name| name.strip_prefix("#/$defs/"));
    name.and_then(|name| schema.get("$defs")?.get(name)).unwrap_or(of)
}

/// The table that a key holds, and whether there is one for each of several names.
fn inner<'s>(schema: &'s Json, of: &'s Json) -> (Option<&'s Json>, bool) {
    if of.get("properties").is_some() {
        return (Some(of), false);
    }
    let each =
        of.get("additionalProperties").filter(|each| each.is_object()).map(|each| resolved(schema, each));
    match each {
        Some(each) if each.get("properties").is_some() => (Some(each), true),
        _ => (None, false),
    }
}

/// What a key takes, in TOML's words.
fn takes(schema: &Json, of: &Json) -> String {
    if let Some(Json::Array(names)) = of.get("enum") {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        return names.join(", ");
    }
    if let Some(Json::Array(ways)) = of.get("anyOf") {
        let way = |way| {
            let way = resolved(schema, way);
            match way.get("properties").and_then(Json::as_object) {
                Some(keys) => format!("a table with {}", listed(&keys.keys().collect::<Vec<_>>())),
                None => takes(schema, way),
            }
        };
        return ways.iter().map(way).collect::<Vec<_>>().join(", or ");
    }
    match of.get("type").and_then(Json::as_str) {
        Some("string") => "a text".to_owned(),
        Some("integer") => "a whole number".to_owned(),
        Some("number") => "a number".to_owned(),
        Some("boolean") => "`true` or `false`".to_owned(),
        Some("array") => {
            let each = of.get("items").map(|each| resolved(schema, each));
            match each.filter(|each| each.get("properties").is_some()) {
                Some(each) => format!("a list of tables with {}", keys(each)),
                None => "a list of texts".to_owned(),
            }
        }
        Some("object") => "a table of names and values".to_owned(),
        _ => "anything".to_owned(),
    }
}

/// The keys of a table that has no heading of its own.
fn keys(table: &Json) -> String {
    let told =
        |(key, property): (&String, &Json)| format!("`{key}` ({})", text(property).trim_end_matches('.'));
    let keys: Vec<String> = properties(table).map(told).collect();
    keys.join(", ")
}

fn text(of: &Json) -> String {
    let text = of.get("description").and_then(Json::as_str).unwrap_or_default();
    text.replace('\n', " ").replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_says_what_it_is_for() {
        fn undescribed(schema: &Json, path: &str, found: &mut Vec<String>) {
            for (key, property) in properties(schema) {
                let path = format!("{path}.{key}");
                if text(property).is_empty() {
                    found.push(path.clone());
                }
                undescribed(property, &path, found);
            }
            let definitions = schema.get("$defs").and_then(Json::as_object).into_iter().flatten();
            for (name, definition) in definitions {
                undescribed(definition, name, found);
            }
        }
        let mut found = Vec::new();
        undescribed(&schema(), "", &mut found);
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn the_page_about_the_configuration_is_the_one_that_the_types_make() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/configuration.md");
        if std::env::var_os("CARAVAN_UPDATE_GOLDEN").is_some() {
            std::fs::write(path, reference()).unwrap();
        }
        let page = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            page == reference(),
            "docs/configuration.md is stale: CARAVAN_UPDATE_GOLDEN=1 cargo test -p caravan --lib"
        );
    }

    #[test]
    fn the_schema_takes_the_configurations_of_the_repository_and_refuses_what_reading_refuses() {
        let validator = jsonschema::validator_for(&schema()).unwrap();
        let fits = |text: &str| {
            let value: Json = toml::from_str(text).unwrap();
            validator
                .iter_errors(&value)
                .map(|error| format!("{} at {}", error, error.instance_path()))
                .collect::<Vec<_>>()
        };
        let top = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let mut taken = 0;
        for folder in [
            "scenarios/applicants",
            "scenarios/departments",
            "crates/caravan/starter",
            "bench/multiagentdojo",
        ] {
            for entry in std::fs::read_dir(format!("{top}/{folder}")).unwrap() {
                let path = entry.unwrap().path();
                let is_configuration = path.file_name().is_some_and(|name| name == "caravan.toml")
                    || folder.starts_with("bench") && path.extension().is_some_and(|end| end == "toml");
                if is_configuration {
                    assert_eq!(
                        fits(&std::fs::read_to_string(&path).unwrap()),
                        Vec::<String>::new(),
                        "{path:?}"
                    );
                    taken += 1;
                }
            }
        }
        assert!(taken >= 7, "{taken}");
        let good = "root = \"a\"\n[agents.a]\ndescription = \"\"\n";
        assert_eq!(fits(good), Vec::<String>::new());
        for bad in
            ["chioce_budget = 1\n", "defense = \"mutli\"\n", "models.planner = 3\n", "caps.seconds = \"1\"\n"]
        {
            assert!(!fits(&format!("{bad}{good}")).is_empty(), "{bad}");
        }
    }
}
