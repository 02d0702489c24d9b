//! A table, and how it is written down.

use std::fmt::Write;

/// A table with a title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// What it is about.
    pub title: String,
    /// What stands below it, for the reader.
    pub note: String,
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    fn widths(&self) -> Vec<usize> {
        let cells =
            |column: usize| self.rows.iter().chain([&self.header]).filter_map(move |row| row.get(column));
        (0..self.header.len())
            .map(|column| cells(column).map(|cell| cell.chars().count()).max().unwrap_or_default())
            .collect()
    }

    /// With columns of one width, for a terminal.
    pub fn to_text(&self) -> String {
        let widths = self.widths();
        let mut text = format!("{}\n\n", self.title);
        let mut line = |row: &[String]| {
            let cells: Vec<String> =
                row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
            let _ = writeln!(text, "  {}", cells.join("  ").trim_end());
        };
        line(&self.header);
        line(&widths.iter().map(|width| "-".repeat(*width)).collect::<Vec<_>>());
        for row in &self.rows {
            line(row);
        }
        if !self.note.is_empty() {
            let _ = writeln!(text, "\n  {}", self.note);
        }
        text
    }

    /// As Markdown.
    pub fn to_markdown(&self) -> String {
        let mut text = format!("### {}\n\n", self.title);
        let cell = |cell: &String| cell.replace('|', "\\|").replace('\n', " ");
        let mut line = |row: &[String]| {
            let _ = writeln!(text, "| {} |", row.iter().map(cell).collect::<Vec<_>>().join(" | "));
        };
        line(&self.header);
        line(&vec!["---".to_owned(); self.header.len()]);
        for row in &self.rows {
            line(row);
        }
        if !self.note.is_empty() {
            let _ = writeln!(text, "\n{}", self.note);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_written_for_terminals_and_as_markdown() {
        let table = Table {
            title: "T".into(),
            note: "N".into(),
            header: vec!["a".into(), "b|".into()],
            rows: vec![vec!["long é".into(), "1".into()]],
        };
        assert_eq!(table.to_text(), "T\n\n  a       b|\n  ------  --\n  long é  1\n\n  N\n");
        assert_eq!(table.to_markdown(), "### T\n\n| a | b\\| |\n| --- | --- |\n| long é | 1 |\n\nN\n");
    }
}
