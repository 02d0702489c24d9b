//! The tools that a server lists, as it lists them.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Map, Value as Json};

use super::err::cut;

/// How many pages a list may have.
const MOST_PAGES: usize = 1000;
/// How many tools a server may list.
const MOST_TOOLS: usize = 10_000;
/// Of how many tools that are left out people are told one by one.
const MOST_TOLD: usize = 10;
/// How much of a tool's name people are told.
const LONGEST_SHOWN: usize = 100;

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
    /// What was wrong with the first entries that are left out.
    left_out: Vec<String>,
    /// How many more are left out.
    more_left_out: usize,
    /// How many entries there were, taken or left out.
    entries: usize,
    /// How much text the pages came to, in bytes.
    bytes: usize,
    names: BTreeSet<String>,
    cursors: BTreeSet<String>,
    pages: usize,
}

impl Listing {
    /// Takes a page, and gives the cursor of the next. All pages may come to `most` bytes.
    pub(super) fn take(&mut self, page: &Json, most: usize) -> Result<Option<String>, String> {
        let Some(tools) = page.get("tools").and_then(Json::as_array) else {
            return Err("answered `tools/list` with no list of tools".to_owned());
        };
        self.entries = self.entries.saturating_add(tools.len());
        if self.entries > MOST_TOOLS {
            return Err(format!("lists more than {MOST_TOOLS} tools"));
        }
        self.bytes = self.bytes.saturating_add(page.to_string().len());
        if self.bytes > most {
            return Err(format!("lists tools of more than {most} bytes"));
        }
        for tool in tools {
            match read(tool) {
                Ok(tool) if !self.names.insert(tool.name.clone()) => {
                    self.leave_out(format!("lists the tool `{}` twice; the first counts", shown(&tool.name)));
                }
                Ok(tool) => self.tools.push(tool),
                Err(problem) => self.leave_out(problem),
            }
        }
        self.pages += 1;
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

    fn leave_out(&mut self, problem: String) {
        if self.left_out.len() < MOST_TOLD {
            self.left_out.push(problem);
        } else {
            self.more_left_out += 1;
        }
    }

    /// What people are told of the entries that are left out.
    pub(super) fn left_out(&self) -> Vec<String> {
        let more = self.more_left_out;
        let rest = (more > 0).then(|| format!("lists {more} more tools that are left out"));
        self.left_out.iter().cloned().chain(rest).collect()
    }
}

/// A name as far as people want to read it.
fn shown(name: &str) -> String {
    cut(name, LONGEST_SHOWN)
}

fn read(tool: &Json) -> Result<ListedTool, String> {
    let Some(name) = tool.get("name").and_then(Json::as_str).filter(|name| !name.is_empty()) else {
        return Err("lists a tool without a name, which is left out".to_owned());
    };
    let wrong = |what: &str| Err(format!("lists the tool `{}` with {what}, so it is left out", shown(name)));
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

    const MOST: usize = 1 << 20;

    #[test]
    fn pages_are_joined_until_there_is_no_cursor() {
        let mut listing = Listing::default();
        let first = json!({"tools": [{"name": "a", "inputSchema": {}}], "nextCursor": "2"});
        assert_eq!(listing.take(&first, MOST), Ok(Some("2".to_owned())));
        assert_eq!(listing.take(&json!({"tools": [{"name": "b"}]}), MOST), Ok(None));
        assert_eq!(listing.tools.iter().map(|tool| &*tool.name).collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn a_cursor_that_does_not_move_is_an_error_as_is_one_that_goes_in_a_circle() {
        for cursors in [&["x", "x"][..], &["x", "y", "x"]] {
            let mut listing = Listing::default();
            let ends: Vec<_> = cursors
                .iter()
                .map(|cursor| listing.take(&json!({"tools": [], "nextCursor": cursor}), MOST))
                .collect();
            assert!(ends.last().unwrap().is_err(), "{ends:?}");
        }
        let mut listing = Listing::default();
        let endless = (0..=MOST_PAGES)
            .find_map(|n| listing.take(&json!({"tools": [], "nextCursor": n.to_string()}), MOST).err());
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
        assert_eq!(listing.take(&page, MOST), Ok(None));
        assert_eq!(listing.tools.len(), 1);
        assert_eq!(listing.left_out().len(), 6);
    }

    #[test]
    fn a_list_is_bounded_by_all_that_its_pages_hold() {
        let mut listing = Listing::default();
        let junk = json!({"tools": vec![json!({}); 6000], "nextCursor": "a"});
        assert!(listing.take(&junk, MOST).is_ok());
        let more = json!({"tools": vec![json!({}); 6000], "nextCursor": "b"});
        assert_eq!(listing.take(&more, MOST), Err("lists more than 10000 tools".to_owned()));

        let mut listing = Listing::default();
        let page = |name: &str| json!({"tools": [{"name": name, "description": "x".repeat(600_000)}], "nextCursor": name});
        assert!(listing.take(&page("a"), MOST).is_ok());
        assert_eq!(listing.take(&page("b"), MOST), Err("lists tools of more than 1048576 bytes".to_owned()));
    }

    #[test]
    fn what_people_are_told_of_tools_that_are_left_out_is_bounded() {
        let mut listing = Listing::default();
        let long = "x".repeat(10_000);
        let mut tools =
            vec![json!({"name": long, "inputSchema": []}), json!({"name": long}), json!({"name": long})];
        tools.extend(vec![json!({}); 500]);
        assert_eq!(listing.take(&json!({"tools": tools}), MOST), Ok(None));
        let told = listing.left_out();
        assert_eq!(told.len(), MOST_TOLD + 1);
        assert_eq!(told.last().unwrap(), "lists 492 more tools that are left out");
        assert!(told.iter().all(|line| line.len() < 300), "{told:?}");
    }
}
