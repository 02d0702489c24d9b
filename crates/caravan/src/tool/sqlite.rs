//! An SQLite database file with one tool, `query_sql`.
//!
//! A query cannot reach beyond its database: no other file can be attached, no extension loaded. It is
//! stopped when it takes too long or answers too much.

use std::path::Path;
use std::sync::Mutex;

use caravan_core::system::ToolSpec;
use rusqlite::limits::Limit;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};
use serde_json::{Map, Value as Json, json};
use tempfile::TempDir;

use crate::tool::locked;

/// The tools of this kind.
pub const TOOLS: &[&str] = &["query_sql"];

/// The signature of one of them.
pub(crate) fn signature(tool: &str, read_only: bool) -> Option<ToolSpec> {
    (tool == "query_sql").then(|| ToolSpec {
        name: tool.to_owned(),
        description: "Runs one SQL statement and gives its rows.".to_owned(),
        parameters: json!({
            "type": "object",
            "properties": {"query": {"type": "string", "description": "The statement, in SQLite's SQL."}},
            "required": ["query"],
        }),
        returns: Some(json!({"type": "array", "items": {"type": "object", "additionalProperties": true}})),
        side_effect: !read_only,
        ..ToolSpec::default()
    })
}

/// Rows that one query may answer with.
const MOST_ROWS: usize = 100_000;
/// How long one query may run, in thousands of SQLite's virtual instructions: about a second.
const MOST_KILO_INSTRUCTIONS: u32 = 100_000;

/// An open database.
#[derive(Debug)]
pub struct Database {
    connection: Mutex<Connection>,
    // Deleted when the database is dropped.
    _folder: Option<TempDir>,
}

/// What a seeding script is given beside itself.
#[derive(Clone, Debug, Default)]
pub struct Seed {
    /// The SQL script.
    pub script: String,
    /// What it finds as `text` in the only row of the table `planted`.
    pub planted: Option<String>,
}

impl Database {
    /// Opens the database at `path`.
    ///
    /// # Errors
    ///
    /// It does not exist or is no database.
    pub fn open(path: &Path, read_only: bool) -> Result<Database, String> {
        let connection =
            connect(path, read_only).map_err(|error| format!("`{}`: {}", path.display(), reason(&error)))?;
        Ok(Database { connection: Mutex::new(connection), _folder: None })
    }

    /// Makes a database in a new temporary folder, which lasts as long as the value.
    ///
    /// # Errors
    ///
    /// The folder cannot be made, or the script fails.
    pub fn seeded(seed: &Seed, read_only: bool) -> Result<Database, String> {
        let folder = tempfile::Builder::new()
            .prefix("caravan-")
            .tempdir()
            .map_err(|error| format!("no temporary folder can be made ({error})"))?;
        crate::interrupt::delete_on_interrupt(folder.path());
        let path = folder.path().join("data.sqlite");
        fill(&path, seed).map_err(|error| format!("the seed script fails: {}", reason(&error)))?;
        let connection = connect(&path, read_only).map_err(|error| reason(&error))?;
        Ok(Database { connection: Mutex::new(connection), _folder: Some(folder) })
    }

    /// Runs one query and gives its rows, each an object from column to value.
    ///
    /// # Errors
    ///
    /// What SQLite says is wrong with the query, or the limit that it met.
    pub fn query(&self, sql: &str) -> Result<Vec<Json>, String> {
        let mut connection = locked(&self.connection);
        rows(&mut connection, sql)
    }
}

fn fill(path: &Path, seed: &Seed) -> rusqlite::Result<()> {
    let connection = Connection::open(path)?;
    // The file lives as long as one run: there is nothing to protect from a power cut.
    connection.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")?;
    connection.execute_batch("BEGIN; CREATE TEMP TABLE planted (text TEXT NOT NULL);")?;
    if let Some(planted) = &seed.planted {
        connection.execute("INSERT INTO planted VALUES (?1)", [planted])?;
    }
    connection.execute_batch(&seed.script)?;
    connection.execute_batch("DROP TABLE temp.planted; COMMIT;")
}

fn connect(path: &Path, read_only: bool) -> rusqlite::Result<Connection> {
    let access = if read_only { OpenFlags::SQLITE_OPEN_READ_ONLY } else { OpenFlags::SQLITE_OPEN_READ_WRITE };
    let connection = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    // Reads the header, so that a file that is no database is found out now.
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(connection)
}

fn rows(connection: &mut Connection, sql: &str) -> Result<Vec<Json>, String> {
    let mut ran = 0_u32;
    let watch = move || {
        ran = ran.saturating_add(1);
        ran > MOST_KILO_INSTRUCTIONS
    };
    connection.progress_handler(1000, Some(watch)).map_err(|error| reason(&error))?;
    let mut statement = connection.prepare(sql).map_err(|error| reason(&error))?;
    let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let mut answer = statement.query([]).map_err(|error| reason(&error))?;
    let mut found = Vec::new();
    while let Some(row) = answer.next().map_err(|error| reason(&error))? {
        if found.len() == MOST_ROWS {
            return Err(format!("the query answers with more than {MOST_ROWS} rows; add a LIMIT"));
        }
        let mut record = Map::new();
        for (index, column) in columns.iter().enumerate() {
            let cell = row.get_ref(index).map_err(|error| reason(&error))?;
            record.insert(column.clone(), cell_value(cell));
        }
        found.push(Json::Object(record));
    }
    Ok(found)
}

fn cell_value(cell: ValueRef<'_>) -> Json {
    match cell {
        ValueRef::Null => Json::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) => number.into(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into(),
        ValueRef::Blob(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into(),
    }
}

/// What SQLite says is wrong, without the type names of the library around it.
fn reason(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqliteFailure(failure, message) => match (failure.code, message) {
            (rusqlite::ErrorCode::OperationInterrupted, _) => "the query takes too long".to_owned(),
            (_, Some(message)) => message.clone(),
            (_, None) => failure.to_string(),
        },
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        rusqlite::Error::MultipleStatement => "one query at a time, please".to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn database(script: &str, read_only: bool) -> Database {
        Database::seeded(
            &Seed { script: script.to_owned(), planted: Some("it's \"odd\"\n".into()) },
            read_only,
        )
        .unwrap()
    }

    #[test]
    fn rows_are_objects_with_the_values_of_their_columns() {
        let database = database("CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2.5), (NULL, 'x');", true);
        assert_eq!(
            database.query("SELECT a, b FROM t ORDER BY b").unwrap(),
            [json!({"a": 1, "b": 2.5}), json!({"a": null, "b": "x"})]
        );
    }

    #[test]
    fn planted_text_arrives_as_it_is_whatever_its_quotes() {
        let database = database("CREATE TABLE t AS SELECT text FROM planted;", true);
        assert_eq!(database.query("SELECT * FROM t").unwrap(), [json!({"text": "it's \"odd\"\n"})]);
        assert!(database.query("SELECT * FROM planted").is_err());
    }

    #[test]
    fn a_read_only_database_refuses_to_be_changed_and_another_does_not() {
        let script = "CREATE TABLE t (a); INSERT INTO t VALUES (1);";
        let fixed = database(script, true).query("DELETE FROM t").unwrap_err();
        assert_eq!(fixed, "attempt to write a readonly database");
        let open = database(script, false);
        open.query("DELETE FROM t").unwrap();
        assert_eq!(open.query("SELECT * FROM t").unwrap(), [] as [Json; 0]);
    }

    #[test]
    fn a_query_reaches_no_other_file_and_is_one_statement() {
        let database = database("CREATE TABLE t (a);", false);
        let attached = database.query("ATTACH DATABASE '/tmp/other' AS other").unwrap_err();
        assert!(attached.contains("too many attached databases"), "{attached}");
        assert_eq!(database.query("SELECT 1; DROP TABLE t").unwrap_err(), "one query at a time, please");
    }

    #[test]
    fn a_wrong_query_says_what_sqlite_says() {
        let database = database("CREATE TABLE t (a);", true);
        assert_eq!(database.query("SELECT * FROM u").unwrap_err(), "no such table: u");
    }

    #[test]
    fn a_file_is_opened_where_it_is_and_has_to_be_a_database() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("people.db");
        assert!(Database::open(&path, false).unwrap_err().contains("unable to open database file"));
        assert!(!path.exists());
        std::fs::write(&path, "this is a letter, and long enough to have been a database".repeat(20))
            .unwrap();
        assert!(Database::open(&path, false).unwrap_err().contains("file is not a database"));
        std::fs::remove_file(&path).unwrap();
        Connection::open(&path)
            .unwrap()
            .execute_batch("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
            .unwrap();
        let database = Database::open(&path, false).unwrap();
        database.query("INSERT INTO t VALUES (2)").unwrap();
        drop(database);
        let again = Database::open(&path, true).unwrap();
        assert_eq!(again.query("SELECT sum(a) AS s FROM t").unwrap(), [json!({"s": 3})]);
    }

    #[test]
    fn a_temporary_database_leaves_nothing_behind() {
        let database = database("CREATE TABLE t (a);", true);
        let path = database._folder.as_ref().unwrap().path().to_path_buf();
        assert!(path.join("data.sqlite").is_file());
        drop(database);
        assert!(!path.exists());
    }

    #[test]
    fn a_query_that_never_ends_is_stopped() {
        let database = database("CREATE TABLE t (a);", true);
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n";
        assert_eq!(database.query(endless).unwrap_err(), "the query takes too long");
    }
}
