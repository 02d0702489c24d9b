//! Labels that servers send in `_meta`: they can only restrict.
//!
//! Two forms are read: `{"ifc": {"integrity": ..., "confidentiality": ...}}` of the whole result, and `{"labels": {FIELD:
//! {...}}}` field by field, of which the strictest holds for all. What cannot be read counts as untrusted.

use std::collections::BTreeSet;

use caravan_core::effect::Restriction;
use serde_json::Value as Json;

/// How many readers a label may name; of one that names more, nobody is taken to be a reader.
const MOST_READERS: usize = 10_000;

/// What the `_meta` of an answer and of its blocks says.
pub(super) fn restriction<'a>(metas: impl Iterator<Item = &'a Json>) -> Restriction {
    let mut said = Restriction::default();
    for meta in metas {
        if let Some(label) = meta.get("ifc") {
            restrict(&mut said, label);
        }
        match meta.get("labels") {
            None => {}
            Some(Json::Object(labels)) => labels.values().for_each(|label| restrict(&mut said, label)),
            Some(_) => said.untrusted = true,
        }
    }
    said
}

fn restrict(said: &mut Restriction, label: &Json) {
    match label.get("integrity").and_then(Json::as_str) {
        Some("trusted" | "high") => {}
        Some(_) => said.untrusted = true,
        None if label.get("integrity").is_some() || !label.is_object() => said.untrusted = true,
        None => {}
    }
    let Some(readers) = readers(label.get("confidentiality")) else { return };
    said.readers = Some(match said.readers.take() {
        None => readers.into_iter().collect(),
        Some(known) => known.into_iter().filter(|name| readers.contains(name)).collect(),
    });
}

/// Those who may read it, or None for everybody.
fn readers(confidentiality: Option<&Json>) -> Option<BTreeSet<String>> {
    let names = match confidentiality {
        None => return None,
        Some(Json::Array(names)) => names.as_slice(),
        Some(one) => std::slice::from_ref(one),
    };
    let texts: Vec<&str> = names.iter().filter_map(Json::as_str).collect();
    if texts.len() == names.len() && texts.contains(&"public") {
        return None;
    }
    // `private` and the like name nobody.
    let is_list = matches!(confidentiality, Some(Json::Array(_)));
    if !is_list || texts.len() > MOST_READERS || texts.len() != names.len() {
        return Some(BTreeSet::new());
    }
    Some(texts.into_iter().filter(|name| *name != "private").map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(meta: Json) -> (bool, Option<Vec<String>>) {
        let said = restriction([meta].iter());
        (said.untrusted, said.readers)
    }

    #[test]
    fn a_label_of_the_whole_result_is_read_in_both_of_its_vocabularies() {
        let ifc = |integrity: &str, readers: Json| json!({"ifc": {"integrity": integrity, "confidentiality": readers}});
        assert_eq!(read(ifc("trusted", json!(["public"]))), (false, None));
        assert_eq!(read(ifc("trusted", json!("public"))), (false, None));
        assert_eq!(
            read(ifc("untrusted", json!(["ann", "bob"]))),
            (true, Some(vec!["ann".into(), "bob".into()]))
        );
        assert_eq!(read(ifc("low", json!("private"))), (true, Some(vec![])));
        assert_eq!(read(ifc("high", json!([]))), (false, Some(vec![])));
    }

    #[test]
    fn of_labels_field_by_field_the_strictest_holds() {
        let labels = json!({"labels": {
            "title": {"integrity": "high", "confidentiality": ["ann", "bob"]},
            "body": {"integrity": "low", "confidentiality": ["bob", "eve"]},
            "user": {"integrity": "high", "confidentiality": ["public"]},
        }});
        assert_eq!(read(labels), (true, Some(vec!["bob".into()])));
    }

    #[test]
    fn what_cannot_be_read_restricts_and_what_is_not_there_does_not() {
        assert_eq!(read(json!({})), (false, None));
        assert_eq!(read(json!({"progressToken": 1, "ifc": {}})), (false, None));
        assert_eq!(read(json!({"ifc": "trusted"})), (true, None));
        assert_eq!(read(json!({"ifc": {"integrity": 7}})), (true, None));
        assert_eq!(read(json!({"ifc": {"confidentiality": 7}})), (false, Some(vec![])));
        assert_eq!(read(json!({"ifc": {"confidentiality": ["public", 7]}})), (false, Some(vec![])));
        assert_eq!(read(json!({"labels": []})), (true, None));
    }
}
