//! The tables, their version, and how a file of an earlier version becomes one of this.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::error::{StoreError, StoreErrorKind};
use crate::store::Options;

/// Says of an SQLite file that it is a journal.
const APPLICATION: i32 = 0x4352_5631;

/// What makes a file of each version out of one of the version before. What was released is never changed.
const MIGRATIONS: &[&str] = &["
    CREATE TABLE run (
        id TEXT PRIMARY KEY NOT NULL,
        -- Milliseconds since 1970, as all times here.
        began INTEGER NOT NULL,
        ended INTEGER,
        status TEXT NOT NULL,
        -- Of the Caravan that began it.
        version TEXT NOT NULL,
        -- Whether requests, outcomes and the run's own texts are kept.
        has_content INTEGER NOT NULL,
        instruction TEXT,
        -- What the run was begun with, as JSON.
        opening TEXT NOT NULL,
        -- What the tools' states held when it began, as JSON.
        states TEXT NOT NULL,
        -- What came of it, as JSON.
        outcome TEXT
    ) STRICT;
    CREATE INDEX run_by_time ON run (began);
    CREATE TABLE effect (
        run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        kind TEXT NOT NULL,
        agent TEXT NOT NULL,
        name TEXT NOT NULL,
        server TEXT NOT NULL,
        -- The call in the run's record, where there is one.
        call INTEGER,
        request TEXT,
        began INTEGER NOT NULL,
        -- How often it was begun.
        times INTEGER NOT NULL,
        ended INTEGER,
        outcome TEXT,
        -- What was said of it when it was in doubt.
        settled TEXT,
        PRIMARY KEY (run, number)
    ) STRICT, WITHOUT ROWID;
    -- The labels of what tools keep, across runs.
    CREATE TABLE state (
        name TEXT PRIMARY KEY NOT NULL,
        held TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
"];

/// How long another process is waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// Opens the journal there; makes one if `create` says so and there is no file.
///
/// # Errors
///
/// It is no journal that this Caravan can use. Nothing in it is changed then.
pub(crate) fn open(path: &Path, options: &Options, create: bool) -> Result<Connection, StoreError> {
    open_with(path, options, create, MIGRATIONS)
}

fn open_with(
    path: &Path,
    options: &Options,
    create: bool,
    migrations: &[&str],
) -> Result<Connection, StoreError> {
    let sqlite = |error: rusqlite::Error| StoreError::of_sqlite(path, &error);
    match std::fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            return Err(StoreError::new(StoreErrorKind::Foreign, path, "it is no file"));
        }
        Ok(_) => {}
        Err(_) if create => {
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                std::fs::create_dir_all(folder).map_err(|error| {
                    let reason = format!("its folder cannot be made ({error})");
                    StoreError::new(StoreErrorKind::ReadOnly, path, reason)
                })?;
            }
            create_for_owner(path)?;
        }
        Err(_) => return Err(StoreError::new(StoreErrorKind::Missing, path, "there is none")),
    }
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    flags.set(OpenFlags::SQLITE_OPEN_CREATE, create);
    let mut connection = Connection::open_with_flags(path, flags).map_err(sqlite)?;
    connection.busy_timeout(PATIENCE).map_err(sqlite)?;
    // Whose file it is comes before anything that could change it.
    let known = version_of(&connection, path, migrations.len())?;
    let set = |name: &str, value: &str| connection.pragma_update(None, name, value).map_err(sqlite);
    if known == 0 {
        set("auto_vacuum", "INCREMENTAL")?;
    }
    set("journal_mode", "WAL")?;
    set("synchronous", if options.survives_power_loss { "FULL" } else { "NORMAL" })?;
    // Each time that the log is moved into the file, the disk is waited for: with 16 MB of it, a quarter as often.
    set("wal_autocheckpoint", "4000")?;
    set("foreign_keys", "ON")?;
    set("secure_delete", "ON")?;
    // A file that may not be written is found now, and not when the first effect is to be begun.
    if connection.is_readonly("main").map_err(sqlite)? {
        return Err(StoreError::new(StoreErrorKind::ReadOnly, path, "it cannot be opened for writing"));
    }
    if known < migrations.len() {
        // Of two processes that make it at the same time, the second finds it made.
        let change =
            connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).map_err(sqlite)?;
        let known = version_of(&change, path, migrations.len())?;
        for migration in migrations.iter().skip(known) {
            change.execute_batch(migration).map_err(sqlite)?;
        }
        change.pragma_update(None, "application_id", APPLICATION).map_err(sqlite)?;
        let version = i64::try_from(migrations.len()).unwrap_or(i64::MAX);
        change.pragma_update(None, "user_version", version).map_err(sqlite)?;
        change.commit().map_err(sqlite)?;
    }
    Ok(connection)
}

/// Makes an empty file that its owner alone may read and write. What SQLite puts beside it gets the same rights.
fn create_for_owner(path: &Path) -> Result<(), StoreError> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop).map_err(|error| {
        StoreError::new(StoreErrorKind::ReadOnly, path, format!("it cannot be made ({error})"))
    })
}

/// The version of a journal; 0 of a file in which nothing is yet.
fn version_of(connection: &Connection, path: &Path, newest: usize) -> Result<usize, StoreError> {
    let sqlite = |error: rusqlite::Error| StoreError::of_sqlite(path, &error);
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let application = number("application_id").map_err(sqlite)?;
    let version = number("user_version").map_err(sqlite)?;
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0)).map_err(sqlite)?;
    if application == 0 && version == 0 && tables == 0 {
        return Ok(0);
    }
    if application != i64::from(APPLICATION) {
        return Err(StoreError::new(StoreErrorKind::Foreign, path, "it is another program's database"));
    }
    match usize::try_from(version) {
        Ok(version) if (1..=newest).contains(&version) => Ok(version),
        Ok(0) | Err(_) => Err(StoreError::damaged(path, "it has no version")),
        Ok(version) => {
            let reason = format!(
                "a later Caravan has written it (version {version} of its form, and this one knows {newest})"
            );
            Err(StoreError::new(StoreErrorKind::Newer, path, reason))
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that fails may say so loudly")]

    use super::*;

    #[test]
    fn a_file_of_an_earlier_version_becomes_one_of_this_and_keeps_what_it_holds() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.db");
        let options = Options::default();
        let old = open(&path, &options, true).unwrap();
        old.execute("INSERT INTO state VALUES ('notes', '{}')", ()).unwrap();
        drop(old);
        let later = [MIGRATIONS, &["ALTER TABLE state ADD COLUMN seen INTEGER NOT NULL DEFAULT 7"]].concat();
        let new = open_with(&path, &options, false, &later).unwrap();
        let seen: i64 = new.query_row("SELECT seen FROM state", (), |row| row.get(0)).unwrap();
        assert_eq!(seen, 7);
        drop(new);
        // And whoever knows only the earlier one leaves it alone.
        let before = std::fs::read(&path).unwrap();
        let error = open(&path, &options, true).unwrap_err();
        assert_eq!(error.kind(), StoreErrorKind::Newer);
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }

    #[test]
    fn a_migration_that_fails_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.db");
        drop(open(&path, &Options::default(), true).unwrap());
        let broken = [MIGRATIONS, &["CREATE TABLE more (a TEXT) STRICT; CREATE TABLE run (a TEXT)"]].concat();
        open_with(&path, &Options::default(), false, &broken).unwrap_err();
        let connection = open(&path, &Options::default(), false).unwrap();
        let more: i64 = connection
            .query_row("SELECT count(*) FROM sqlite_schema WHERE name = 'more'", (), |row| row.get(0))
            .unwrap();
        assert_eq!(more, 0);
    }
}
