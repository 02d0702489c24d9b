//! A report as one page of HTML that needs nothing else.

use std::fmt::Write;

use super::{ALL, Report, Row, tables};
use crate::statistics::Share;

const STYLE: &str = "\
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;color:#1b1b1b;background:#fff}\
h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2.2rem}\
table{border-collapse:collapse;font-size:.87rem}td,th{padding:.2rem .7rem;text-align:left;border-bottom:1px solid #ddd;\
font-variant-numeric:tabular-nums}th{font-weight:600}p.note{color:#555;max-width:60rem}\
div.scroll{overflow-x:auto}svg text{font:12px system-ui,sans-serif;fill:#1b1b1b}\
.solved{fill:#3a7d44}.attacked{fill:#b3261e}.whisker{stroke:#1b1b1b;stroke-width:1.2}.track{fill:#eee}";

/// The page.
pub fn html(report: &Report) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Caravan: benchmark report</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head><body>\n<h1>Benchmark report</h1>\n"
    );
    let all: Vec<&Row> = report.rows.iter().filter(|row| row.suite == ALL).collect();
    let utility = all.iter().map(|row| (label(row), row.utility)).collect::<Vec<_>>();
    chart(&mut page, "Tasks solved", "solved", &utility);
    let asr = all.iter().filter_map(|row| Some((label(row), row.asr?))).collect::<Vec<_>>();
    chart(&mut page, "Attacks that succeeded", "attacked", &asr);
    for table in tables(report) {
        let _ = write!(page, "<h2>{}</h2>\n<div class=\"scroll\"><table><thead>", escaped(&table.title));
        row(&mut page, "th", &table.header);
        page.push_str("</thead><tbody>\n");
        for cells in &table.rows {
            row(&mut page, "td", cells);
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

fn row(page: &mut String, tag: &str, cells: &[String]) {
    page.push_str("<tr>");
    for cell in cells {
        let _ = write!(page, "<{tag}>{}</{tag}>", escaped(cell));
    }
    page.push_str("</tr>\n");
}

/// Where bars begin, how long the longest is, and how far they stand apart.
const LEFT: f64 = 420.0;
const LENGTH: f64 = 480.0;
const STEP: f64 = 26.0;

/// Bars with their intervals, all suites together.
fn chart(page: &mut String, title: &str, class: &str, bars: &[(String, Share)]) {
    if bars.is_empty() {
        return;
    }
    let (width, height) = (LEFT + LENGTH + 60.0, STEP * bars.len() as f64);
    let _ = writeln!(
        page,
        "<h2>{}, all suites</h2>\n<svg role=\"img\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">",
        escaped(title)
    );
    for (place, (label, share)) in bars.iter().enumerate() {
        let top = STEP * place as f64;
        let (middle, length) = (top + STEP / 2.0, share.value() * LENGTH);
        let (low, high) = (LEFT + share.low * LENGTH, LEFT + share.high * LENGTH);
        let (end, bar) = (LEFT + LENGTH + 8.0, top + 5.0);
        let _ = writeln!(
            page,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\
             <rect class=\"track\" x=\"{LEFT}\" y=\"{bar}\" width=\"{LENGTH}\" height=\"16\"/>\
             <rect class=\"{class}\" x=\"{LEFT}\" y=\"{bar}\" width=\"{length:.1}\" height=\"16\"/>\
             <line class=\"whisker\" x1=\"{low:.1}\" x2=\"{high:.1}\" y1=\"{middle}\" y2=\"{middle}\"/>\
             <text x=\"{end}\" y=\"{}\">{:.1} %</text>",
            LEFT - 8.0,
            middle + 4.0,
            escaped(label),
            middle + 4.0,
            share.value() * 100.0,
        );
    }
    page.push_str("</svg>\n");
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
