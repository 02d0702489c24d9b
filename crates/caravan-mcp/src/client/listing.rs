//! The tools that a server lists, as it lists them.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Map, Value as Json};

/// How many pages a list may have.
const MOST_PAGES: usize = 1000;
/// How many tools a server may list.
const MOST_TOOLS: usize = 10_000;

/// What a server lists, and who it says it is. Nothing in here has been reviewed by anybody.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerList {
    /// Who the server says it is.
    pub identity: Identity,
    /// Its tools.
    pub tools: Arc<[ListedTool]>,
}

/// Who a server says it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// The program.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// One tool as its server lists it. Nothing in here has been reviewed by anybody.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedTool {
    /// The server's name for it.
    pub name: String,
    /// What it does, in the server's words.
    pub description: String,
    /// The JSON schema of its arguments.
    pub input: Json,
    /// The JSON schema of its results, if it declares one.
    pub output: Option<Json>,
    /// Whether the server says that it changes nothing.
    pub says_read_only: Option<bool>,
    /// Whether the server says that it may destroy something.
    pub says_destructive: Option<bool>,
}

/// A list that grows page by page.
#[derive(Debug, Default)]
pub(super) struct Listing {
    pub(super) tools: Vec<ListedTool>,
    /// What was wrong with entries that are left out.
    pub(super) left_out: Vec<String>,
    names: BTreeSet<String>,
    cursors: BTreeSet<String>,
    pages: usize,
}

impl Listing {
    /// Takes a page, and gives the cursor of the next.
    pub(super) fn take(&mut self, page: &Json) -> Result<Option<String>, String> {
        let Some(tools) = page.get("tools").and_then(Json::as_array) else {
            return Err("answered `tools/list` with no list of tools".to_owned());
        };
        for tool in tools {
            match read(tool) {
                Ok(tool) if !self.names.insert(tool.name.clone()) => {
                    self.left_out.push(format!("lists the tool `{}` twice; the first counts", tool.name));
                }
                Ok(tool) => self.tools.push(tool),
                Err(problem) => self.left_out.push(problem),
            }
        }
        self.pages += 1;
        if self.tools.len() > MOST_TOOLS {
            return Err(format!("lists more than {MOST_TOOLS} tools"));
        }
        let cursor = match page.get("nextCursor") {
            None | Some(Json::Null) => return Ok(None),
            Some(Json::String(cursor)) => cursor.clone(),
            Some(_) => return Err("lists its tools with a cursor that is no text".to_owned()),
        };
        if self.pages >= MOST_PAGES {
            return Err(format!("lists its tools on more than {MOST_PAGES} pages"));
        }
        if !self.cursors.insert(cursor.clone()) {
            return Err("lists its tools with a cursor that comes back to a page it has been at".to_owned());
        }
        Ok(Some(cursor))
    }
}

fn read(tool: &Json) -> Result<ListedTool, String> {
    let Some(name) = tool.get("name").and_then(Json::as_str).filter(|name| !name.is_empty()) else {
        return Err("lists a tool without a name, which is left out".to_owned());
    };
    let wrong = |what: &str| Err(format!("lists the tool `{name}` with {what}, so it is left out"));
    let input = match tool.get("inputSchema") {
        Some(Json::Object(schema)) => Json::Object(schema.clone()),
        None | Some(Json::Null) => Json::Object(Map::from_iter([("type".to_owned(), "object".into())])),
        Some(_) => return wrong("an input schema that is no object"),
    };
    let output = match tool.get("outputSchema") {
        Some(Json::Object(schema)) => Some(Json::Object(schema.clone())),
        None | Some(Json::Null) => None,
        Some(_) => return wrong("an output schema that is no object"),
    };
    let hint = |name: &str| tool.get("annotations")?.get(name)?.as_bool();
    Ok(ListedTool {
        name: name.to_owned(),
        description: tool.get("description").and_then(Json::as_str).unwrap_or_default().to_owned(),
        input,
        output,
        says_read_only: hint("readOnlyHint"),
        says_destructive: hint("destructiveHint"),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn pages_are_joined_until_there_is_no_cursor() {
        let mut listing = Listing::default();
        let first = json!({"tools": [{"name": "a", "inputSchema": {}}], "nextCursor": "2"});
        assert_eq!(listing.take(&first), Ok(Some("2".to_owned())));
        assert_eq!(listing.take(&json!({"tools": [{"name": "b"}]})), Ok(None));
        assert_eq!(listing.tools.iter().map(|tool| &*tool.name).collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn a_cursor_that_does_not_move_is_an_error_as_is_one_that_goes_in_a_circle() {
        for cursors in [&["x", "x"][..], &["x", "y", "x"]] {
            let mut listing = Listing::default();
            let ends: Vec<_> = cursors
                .iter()
                .map(|cursor| listing.take(&json!({"tools": [], "nextCursor": cursor})))
                .collect();
            assert!(ends.last().unwrap().is_err(), "{ends:?}");
        }
        let mut listing = Listing::default();
        let endless = (0..=MOST_PAGES)
            .find_map(|n| listing.take(&json!({"tools": [], "nextCursor": n.to_string()})).err());
        assert_eq!(endless.unwrap(), "lists its tools on more than 1000 pages");
    }

    #[test]
    fn one_broken_tool_does_not_take_the_others_with_it() {
        let mut listing = Listing::default();
        let page = json!({"tools": [
            {"inputSchema": {}}, {"name": ""}, {"name": 7}, {"name": "bad", "inputSchema": []},
            {"name": "worse", "inputSchema": {}, "outputSchema": true},
            {"name": "good", "inputSchema": {}}, {"name": "good", "description": "again"},
        ]});
        assert_eq!(listing.take(&page), Ok(None));
        assert_eq!(listing.tools.len(), 1);
        assert_eq!(listing.left_out.len(), 6, "{:?}", listing.left_out);
    }
}
