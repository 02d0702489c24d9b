//! A report as one page of HTML that needs nothing else.

use std::fmt::Write;

use super::{ALL, Report, Row, strict_tables, tables};
use crate::statistics::Share;

const STYLE: &str = "\
:root{color-scheme:light dark;--text:#1b1b1b;--page:#fff;--soft:#555;--line:#ddd;--track:#eee;--solved:#3a7d44;\
--attacked:#b3261e;--link:#1a56b0}\
@media(prefers-color-scheme:dark){:root{--text:#e6e6e6;--page:#16181b;--soft:#a5a9ae;--line:#3a3d42;--track:#2b2e33;\
--solved:#5fae6b;--attacked:#e5695f;--link:#8ab4f8}}\
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;color:var(--text);\
background:var(--page)}\
h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2.2rem}a{color:var(--link)}\
table{border-collapse:collapse;font-size:.87rem}td,th{padding:.2rem .7rem;text-align:left;\
border-bottom:1px solid var(--line);font-variant-numeric:tabular-nums;min-width:4rem}th{font-weight:600}td a{white-space:nowrap}\
td.words{min-width:16rem}p.note{color:var(--soft);max-width:60rem}div.scroll{overflow-x:auto}\
div.bar{display:grid;grid-template-columns:minmax(0,24rem) minmax(0,1fr) 4rem;gap:0 .6rem;align-items:center;\
max-width:65rem;margin:.35rem 0;font-size:.87rem}div.bar .label{text-align:right;overflow-wrap:anywhere}\
div.bar svg{width:100%;height:1rem;display:block}\
@media(max-width:45rem){div.bar{grid-template-columns:minmax(0,1fr) 4rem}div.bar .label{grid-column:1/-1;text-align:left}}\
.solved{fill:var(--solved)}.attacked{fill:var(--attacked)}.track{fill:var(--track)}\
.whisker{stroke:var(--text);stroke-width:1.5;vector-effect:non-scaling-stroke}";

/// The page; with the benchmark's weak checks corrected as well if `strict`.
pub fn html(report: &Report, strict: bool) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Caravan: benchmark report</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><style>{STYLE}</style></head><body>\n<h1>Benchmark report</h1>\n"
    );
    let all: Vec<&Row> = report.rows.iter().filter(|row| row.suite == ALL).collect();
    let utility = all.iter().map(|row| (label(row), row.utility)).collect::<Vec<_>>();
    chart(&mut page, "Tasks solved", "solved", &utility);
    let asr = all.iter().filter_map(|row| Some((label(row), row.asr?))).collect::<Vec<_>>();
    chart(&mut page, "Attacks that succeeded", "attacked", &asr);
    let strict = if strict { strict_tables(report) } else { Vec::new() };
    for table in tables(report).into_iter().chain(strict) {
        let _ = write!(page, "<h2>{}</h2>\n<div class=\"scroll\"><table><thead>", escaped(&table.title));
        header_row(&mut page, &table.header);
        page.push_str("</thead><tbody>\n");
        for cells in &table.rows {
            body_row(&mut page, &table.header, cells);
        }
        page.push_str("</tbody></table></div>\n");
        if !table.note.is_empty() {
            let _ = writeln!(page, "<p class=\"note\">{}</p>", escaped(&table.note));
        }
    }
    page.push_str("</body></html>\n");
    page
}

fn label(row: &Row) -> String {
    let setting = &row.setting;
    let attack = setting.attack.as_deref().unwrap_or("no attack");
    format!("{}, {}, {}, {attack}", setting.defense.name(), setting.model, setting.strictness)
}

/// The column with files of traces.
const TRACE: &str = "trace";

/// Cells longer than this are broken into lines.
const LONG: usize = 48;

/// A row of a table's body; files of traces can be opened.
fn body_row(page: &mut String, header: &[String], cells: &[String]) {
    page.push_str("<tr>");
    for (place, cell) in cells.iter().enumerate() {
        let shown = escaped(cell);
        let _ = if header.get(place).is_some_and(|name| name == TRACE) {
            write!(page, "<td><a href=\"{}\">{shown}</a></td>", escaped(&address(cell)))
        } else if cell.chars().count() > LONG {
            write!(page, "<td class=\"words\">{shown}</td>")
        } else {
            write!(page, "<td>{shown}</td>")
        };
    }
    page.push_str("</tr>\n");
}

fn header_row(page: &mut String, cells: &[String]) {
    page.push_str("<tr>");
    for cell in cells {
        let _ = write!(page, "<th>{}</th>", escaped(cell));
    }
    page.push_str("</tr>\n");
}

/// Where a browser finds a file, wherever the page itself lies.
fn address(file: &str) -> String {
    let path = std::path::absolute(file).unwrap_or_else(|_| file.into());
    let mut address = "file://".to_owned();
    for byte in path.to_string_lossy().bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

/// Bars with their intervals, all suites together. Each is as wide as the page lets it be.
fn chart(page: &mut String, title: &str, class: &str, bars: &[(String, Share)]) {
    if bars.is_empty() {
        return;
    }
    let _ = writeln!(page, "<h2>{}, all suites</h2>", escaped(title));
    for (label, share) in bars {
        let (value, low, high) = (share.value() * 100.0, share.low * 100.0, share.high * 100.0);
        let label = escaped(label);
        let _ = writeln!(
            page,
            "<div class=\"bar\"><span class=\"label\">{label}</span>\
             <svg role=\"img\" aria-label=\"{value:.1} %, from {low:.1} to {high:.1}\" viewBox=\"0 0 100 16\" \
             preserveAspectRatio=\"none\"><rect class=\"track\" width=\"100\" height=\"16\"/>\
             <rect class=\"{class}\" width=\"{value:.2}\" height=\"16\"/>\
             <line class=\"whisker\" x1=\"{low:.2}\" x2=\"{high:.2}\" y1=\"8\" y2=\"8\"/></svg>\
             <span>{value:.1} %</span></div>"
        );
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_is_a_link_to_its_file_and_other_cells_are_text() {
        let mut page = String::new();
        let header = ["task".to_owned(), TRACE.to_owned()];
        body_row(&mut page, &header, &["a<b".to_owned(), "/runs/a \"b\"/t.json".to_owned()]);
        assert_eq!(
            page,
            "<tr><td>a&lt;b</td><td><a href=\"file:///runs/a%20%22b%22/t.json\">/runs/a &quot;b&quot;/t.json</a></td></tr>\n"
        );
    }

    #[test]
    fn a_trace_in_a_folder_from_here_is_found_from_anywhere() {
        let here = std::env::current_dir().unwrap();
        let found = address("runs/t.json");
        assert!(found.starts_with("file:///") && found.ends_with("/runs/t.json"), "{found}");
        assert!(found.len() > "file:///runs/t.json".len() || here.parent().is_none());
        assert_eq!(address("javascript:alert(1)").get(..8), Some("file:///"));
    }

    #[test]
    fn a_bar_is_as_long_as_its_share_and_has_its_interval() {
        let mut page = String::new();
        chart(&mut page, "Solved", "solved", &[("multi".to_owned(), Share::wald(50, 100))]);
        assert!(page.contains("class=\"solved\" width=\"50.00\""), "{page}");
        assert!(page.contains("x1=\"40.20\" x2=\"59.80\""), "{page}");
    }
}
