//! The document: markup of ours, with data inside that cannot become markup.
//!
//! Three things keep it so. Data stands in elements of the type `application/json`, in which `<`, `>` and `&` are written as
//! escapes of JSON, so that no text can end the element. The scripts put texts into the page as text nodes alone. And the
//! content security policy names the one script and the one style by their hashes, and lets the page load nothing else.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use crate::hidden::{is_hidden, visible};

/// The scripts, in their order: each may use those before it.
const SCRIPTS: [&str; 12] = [
    include_str!("web/text.js"),
    include_str!("web/values.js"),
    include_str!("web/list.js"),
    include_str!("web/source.js"),
    include_str!("web/run.js"),
    include_str!("web/path.js"),
    include_str!("web/plans.js"),
    include_str!("web/timeline.js"),
    include_str!("web/provenance.js"),
    include_str!("web/details.js"),
    include_str!("web/benchmark.js"),
    include_str!("web/main.js"),
];

const STYLE: &str = include_str!("web/view.css");

/// Where a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a file by itself: it may connect to nothing.
    File,
    /// Served by [`super::serve`]: it may ask for more.
    Served,
}

/// What is put into the document.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// The title.
    pub title: String,
    /// JSON by the names of the elements that hold it.
    pub data: Vec<(String, Json)>,
    /// Markup for a browser that runs no scripts.
    pub plain: String,
}

/// The document.
pub fn document(parts: &Parts, place: Place) -> String {
    let script = script();
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <svg id=\"drawing\" hidden></svg>\n<div id=\"page\"></div>\n<noscript>{}</noscript>\n",
        policy(place),
        escaped(&parts.title),
        parts.plain,
    );
    for (name, json) in &parts.data {
        page.push_str("<script type=\"application/json\" id=\"");
        page.push_str(&escaped(name));
        page.push_str("\">");
        page.push_str(&data(json));
        page.push_str("</script>\n");
    }
    page.push_str("<script>");
    page.push_str(&script);
    page.push_str("</script>\n</body>\n</html>\n");
    page
}

/// The content security policy.
pub fn policy(place: Place) -> String {
    let connect = match place {
        Place::File => "'none'",
        Place::Served => "'self'",
    };
    format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; connect-src {connect}; base-uri 'none'; form-action 'none'",
        hash(&script()),
        hash(STYLE)
    )
}

/// JSON as it may stand inside of a script element. What is hidden is written as an escape, too.
pub fn data(json: &Json) -> String {
    let told = json.to_string();
    let mut out = String::with_capacity(told.len());
    for c in told.chars() {
        // All of these stand inside of JSON's strings alone.
        if matches!(c, '<' | '>' | '&') || (!c.is_ascii() && is_hidden(c)) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// A text as it may stand in markup, between tags or in quotes. What is hidden in it is spelled out.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// All scripts, in a scope of their own.
fn script() -> String {
    format!("\"use strict\";(()=>{{\n{}}})();\n", SCRIPTS.concat())
}

fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn no_text_ends_the_element_that_holds_the_data() {
        let hostile = "</script><script>alert(1)</script><!--<script>\u{2028}\u{202e}\u{e0041}\u{1b}&lt;";
        let told = data(&json!({ hostile: [hostile] }));
        assert!(!told.contains(['<', '>', '&']) && !told.contains(is_hidden), "{told}");
        assert_eq!(serde_json::from_str::<Json>(&told).unwrap(), json!({ hostile: [hostile] }));
    }

    #[test]
    fn the_document_loads_nothing_and_its_scripts_write_no_markup() {
        let parts = Parts { title: "</title><script>".to_owned(), ..Parts::default() };
        let page = document(&parts, Place::File);
        assert!(
            !page.contains("http://") && !page.contains("https://") && !page.contains("</title><script>")
        );
        for markup in [
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "createContextualFragment",
            "srcdoc",
            "DOMParser",
        ] {
            assert!(!script().contains(markup), "{markup}");
        }
        assert!(!script().contains("</") && !STYLE.contains("</"));
        assert!(page.contains("connect-src 'none'"));
    }

    #[test]
    fn hidden_characters_in_markup_are_spelled_out() {
        assert_eq!(escaped("<b>\u{1b}[2J\u{202e}'"), "&lt;b&gt;\\u{1b}[2J\\u{202e}&#39;");
    }
}
