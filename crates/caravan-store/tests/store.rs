//! What the journal keeps, what it does not, and what becomes of files that it cannot use.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that fails may say so loudly"
)]

mod stage;

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use caravan_core::approval::NobodyThere;
use caravan_core::effect::{Outcome, ToolAnswer, ToolFailure, ToolRequest};
use caravan_core::model::BoxFuture;
use caravan_core::state::States;
use caravan_core::toolbox::Toolbox;
use caravan_store::{NewRun, Options, RunJournal, RunStatus, Secrets, Settlement, Store, StoreErrorKind};
use serde_json::{Value as Json, json};
use stage::{begin, carry, folder, run};

/// Answers every call, and counts them.
#[derive(Default)]
struct World(Mutex<Vec<String>>);

impl Toolbox for World {
    fn call<'a>(&'a self, request: &'a ToolRequest) -> BoxFuture<'a, Result<ToolAnswer, ToolFailure>> {
        let text = request.arguments["text"].to_string();
        self.0.lock().unwrap().push(text.clone());
        Box::pin(async move { Ok(json!(format!("done: {text}")).into()) })
    }
}

fn opened(path: &Path) -> Store {
    Store::open_existing(path, Options::default()).unwrap()
}

fn finish(journal: RunJournal) {
    journal.finish("done", &json!({"status": "done"}), &States::default(), &States::default()).unwrap();
}

/// Runs the plan in a new journal, to its end.
fn whole(path: &Path, options: Options, has_content: bool) -> Json {
    let mut journal = begin(path, options, has_content);
    let (mut run, models) = run(stage::PLAN, Box::new(|_| {}));
    let mut outcome = carry(&mut run, &models, &World::default(), &NobodyThere, &mut journal).unwrap();
    let kept = outcome.to_json();
    journal.finish("done", &kept, &States::default(), &States::of(outcome.world())).unwrap();
    kept
}

#[test]
fn everything_that_a_run_asks_for_is_kept_with_what_came_of_it() {
    let (_folder, path) = folder();
    let outcome = whole(&path, Options::default(), true);
    let store = opened(&path);
    let row = store.find(None).unwrap();
    assert_eq!(row.status, RunStatus::Ended("done".to_owned()));
    assert_eq!((row.outcome.as_ref(), row.instruction.as_deref()), (Some(&outcome), Some("Go.")));
    let effects = store.effects(&row.id).unwrap();
    let kinds: Vec<&str> = effects.iter().map(|effect| effect.kind.as_str()).collect();
    assert_eq!(
        kinds,
        ["plan", "tool", "tool", "tool", "tool", "tool", "tool", "tool", "extract", "plan", "tool", "tool"]
    );
    assert!(
        effects.iter().all(|effect| effect.times == 1 && effect.ended.is_some() && effect.settled.is_none())
    );
    assert_eq!(effects[0].request.as_ref().unwrap()["instruction"], "Go.");
    assert_eq!(effects[1].request.as_ref().unwrap()["arguments"]["text"], "together 1");
    assert!(matches!(&effects[8].outcome, Some(Outcome::Extract(Ok(_)))));
    // And by how a name begins.
    assert_eq!(store.find(row.id.get(..row.id.len() - 2)).unwrap().id, row.id);
    assert_eq!(store.find(Some("x")).unwrap_err().kind(), StoreErrorKind::NoSuchRun);
    whole(&path, Options::default(), true);
    assert_eq!(
        store.find(Some("r")).unwrap_err().to_string().split(": ").last(),
        Some("the names of several runs begin with `r`")
    );
}

#[test]
fn a_key_gets_into_no_part_of_the_file_and_the_run_goes_on_without_it() {
    let (folder, path) = folder();
    let key = "sk-\"very\"-secret";
    let options = || Options { secrets: Secrets::new([key.to_owned()]), ..Options::default() };
    let store = Store::open(&path, options()).unwrap();
    let new = NewRun {
        instruction: &format!("Use {key}."),
        opening: json!({"data": [key]}),
        states: &States::default(),
        version: "0.0.0",
        has_content: true,
    };
    let mut journal = store.begin(&new).unwrap();
    let plan = format!("return append(text={})", json!(key));
    let (mut first, models) = run(&plan, Box::new(|_| {}));
    let mut outcome = carry(&mut first, &models, &World::default(), &NobodyThere, &mut journal).unwrap();
    assert!(outcome.to_json().to_string().contains("secret"));
    let id = journal.run().to_owned();
    journal.suspend(&outcome.to_json(), &States::default(), &States::default()).unwrap();
    for file in fs::read_dir(folder.path()).unwrap() {
        let path = file.unwrap().path();
        if path.is_file() {
            let bytes = fs::read(&path).unwrap();
            assert!(!bytes.windows(6).any(|window| window == b"secret"), "{}", path.display());
        }
    }
    // The planner's answer has lost it too, and the run with it goes the same way.
    let (_, mut journal) = Store::open_existing(&path, options()).unwrap().resume(&id).unwrap();
    let (mut again, models) = run(&plan, Box::new(|_| panic!("no model is asked twice")));
    let world = World::default();
    let outcome = carry(&mut again, &models, &world, &NobodyThere, &mut journal).unwrap();
    assert!(outcome.answer.unwrap().to_text().contains("[key]"));
    assert!(world.0.lock().unwrap().is_empty());
}

#[test]
fn without_content_nothing_that_somebody_wrote_is_kept_and_nothing_is_resumed() {
    let (folder, path) = folder();
    whole(&path, Options::default(), false);
    let store = opened(&path);
    let row = store.find(None).unwrap();
    assert_eq!(row.instruction, None);
    let effects = store.effects(&row.id).unwrap();
    assert!(effects.iter().all(|effect| effect.request.is_none() && effect.outcome.is_none()));
    assert_eq!((effects[1].name.as_str(), effects[1].call), ("append", Some(1)));
    drop(store);
    let bytes = fs::read(folder.path().join("journal.db")).unwrap();
    assert!(!bytes.windows(8).any(|window| window == b"together"));
    let id = begin(&path, Options::default(), false).run().to_owned();
    let error = opened(&path).resume(&id).unwrap_err();
    assert_eq!(error.kind(), StoreErrorKind::NotResumable);
}

#[test]
fn a_run_is_carried_on_by_one_process_at_a_time_and_not_after_its_end() {
    let (_folder, path) = folder();
    let journal = begin(&path, Options::default(), true);
    let id = journal.run().to_owned();
    assert_eq!(opened(&path).find(None).unwrap().status, RunStatus::Running);
    assert_eq!(opened(&path).resume(&id).unwrap_err().kind(), StoreErrorKind::Busy);
    assert_eq!(opened(&path).delete(&id).unwrap_err().kind(), StoreErrorKind::Busy);
    drop(journal);
    assert_eq!(opened(&path).find(None).unwrap().status, RunStatus::Interrupted);
    let (_, journal) = opened(&path).resume(&id).unwrap();
    assert_eq!(opened(&path).find(None).unwrap().status, RunStatus::Running);
    journal.suspend(&json!({}), &States::default(), &States::default()).unwrap();
    assert_eq!(opened(&path).find(None).unwrap().status, RunStatus::Suspended);
    finish(opened(&path).resume(&id).unwrap().1);
    let error = opened(&path).resume(&id).unwrap_err();
    assert_eq!(error.kind(), StoreErrorKind::NotResumable);
    assert_eq!(opened(&path).resume("r0").unwrap_err().kind(), StoreErrorKind::NoSuchRun);
}

#[test]
fn what_was_settled_stays_settled_and_only_what_is_in_doubt_can_be() {
    let (_folder, path) = folder();
    let mut journal = begin(&path, Options::default(), true);
    let (mut first, models) = run("return [append(text='a'), append(text='b')]", Box::new(|_| {}));
    // The first call dies on the way.
    struct Dies;
    impl Toolbox for Dies {
        fn call<'a>(&'a self, _: &'a ToolRequest) -> BoxFuture<'a, Result<ToolAnswer, ToolFailure>> {
            panic!("dies")
        }
    }
    let died = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        carry(&mut first, &models, &Dies, &NobodyThere, &mut journal).map(drop)
    }));
    assert!(died.is_err());
    let id = journal.run().to_owned();
    drop(journal);
    let (_, mut journal) = opened(&path).resume(&id).unwrap();
    let doubts = journal.in_doubt().unwrap();
    assert_eq!((doubts.len(), doubts[0].number, doubts[0].tool.as_str()), (1, 2, "append"));
    // Unsettled, it is not guessed at.
    let (mut again, models) = run("return [append(text='a'), append(text='b')]", Box::new(|_| {}));
    let error = carry(&mut again, &models, &World::default(), &NobodyThere, &mut journal).unwrap_err();
    assert!(
        error.to_string().contains("effect 2 of the run") && error.to_string().contains("in doubt"),
        "{error}"
    );
    assert_eq!(journal.settle(1, &Settlement::Repeat).unwrap_err().kind(), StoreErrorKind::NotResumable);
    journal.settle(2, &Settlement::Done(json!("it was there").into())).unwrap();
    assert_eq!(journal.settle(2, &Settlement::Repeat).unwrap_err().kind(), StoreErrorKind::NotResumable);
    drop(journal);
    let (_, mut journal) = opened(&path).resume(&id).unwrap();
    assert_eq!(journal.in_doubt().unwrap(), []);
    let (mut again, models) = run("return [append(text='a'), append(text='b')]", Box::new(|_| {}));
    let world = World::default();
    let outcome = carry(&mut again, &models, &world, &NobodyThere, &mut journal).unwrap();
    assert_eq!(outcome.answer.unwrap().to_text(), "['it was there', 'done: \"b\"']");
    assert_eq!(*world.0.lock().unwrap(), ["\"b\""]);
}

#[test]
fn a_run_that_would_do_something_else_than_it_did_stops_before_it_does_anything() {
    let (_folder, path) = folder();
    let mut journal = begin(&path, Options::default(), true);
    let (mut first, models) = run("return append(text='a')", Box::new(|_| {}));
    carry(&mut first, &models, &World::default(), &NobodyThere, &mut journal).unwrap();
    let id = journal.run().to_owned();
    drop(journal);
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection
        .execute("UPDATE effect SET outcome = replace(outcome, '''a''', '''z''') WHERE number = 1", ())
        .unwrap();
    let (_, mut journal) = opened(&path).resume(&id).unwrap();
    let (mut again, models) = run("", Box::new(|_| panic!("no model is asked")));
    let world = World::default();
    let error = carry(&mut again, &models, &world, &NobodyThere, &mut journal).unwrap_err();
    assert!(
        error.to_string().contains("does something else than it did (1 of 2 effects are as they were)"),
        "{error}"
    );
    assert!(world.0.lock().unwrap().is_empty());
}

#[test]
fn what_is_deleted_is_gone_from_the_file() {
    let (folder, path) = folder();
    whole(&path, Options::default(), true);
    let open = begin(&path, Options::default(), true).run().to_owned();
    let store = opened(&path);
    std::thread::sleep(Duration::from_millis(5));
    assert_eq!(store.delete_older_than(Duration::from_secs(60)).unwrap(), 0);
    assert_eq!(store.delete_older_than(Duration::ZERO).unwrap(), 1);
    // What can be resumed is not old.
    let left: Vec<String> = store.runs().unwrap().into_iter().map(|run| run.id).collect();
    assert_eq!(left, std::slice::from_ref(&open));
    assert!(store.delete(&open).unwrap() && !store.delete(&open).unwrap());
    for name in ["journal.db", "journal.db-wal"] {
        let bytes = fs::read(folder.path().join(name)).unwrap_or_default();
        assert!(!bytes.windows(8).any(|window| window == b"together"), "{name}");
    }
}

#[test]
fn what_tools_keep_is_known_to_later_runs_until_somebody_takes_it_off() {
    let (_folder, path) = folder();
    let held = json!({"notes": {
        "data": {"sources": [{"kind": "tool", "agent": "", "tool": "read", "inner": null, "trusted": false}], "readers": null},
        "control": {"sources": [], "readers": ["ann"]}, "choice": 7}});
    let after = States::from_json(&held).unwrap();
    let journal = begin(&path, Options::default(), true);
    journal.finish("done", &json!({}), &States::default(), &after).unwrap();
    assert_eq!(opened(&path).states().unwrap(), after);
    // A run that changes nothing adds nothing, and what it began with is kept with it.
    let states = opened(&path).states().unwrap();
    let new =
        NewRun { instruction: "", opening: json!({}), states: &states, version: "0", has_content: true };
    let journal = opened(&path).begin(&new).unwrap();
    let id = journal.run().to_owned();
    journal.finish("done", &json!({}), &states, &states).unwrap();
    assert_eq!(opened(&path).states().unwrap(), after);
    assert_eq!(opened(&path).find(Some(&id)).unwrap().states, after);
    assert!(opened(&path).reset_state("notes").unwrap() && !opened(&path).reset_state("notes").unwrap());
    assert_eq!(opened(&path).states().unwrap(), States::default());
}

/// That opening refuses with this, and leaves every byte as it was.
fn is_refused(path: &Path, kind: StoreErrorKind, told: &str) {
    let before = fs::read(path).unwrap();
    let error = Store::open(path, Options::default()).err().unwrap();
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.to_string().contains(told), "{error}");
    assert_eq!(fs::read(path).unwrap(), before);
}

#[test]
fn a_file_that_is_no_journal_is_left_as_it_is() {
    let (folder, path) = folder();
    fs::write(&path, "root = \"a\"\n".repeat(200)).unwrap();
    is_refused(&path, StoreErrorKind::Foreign, "it is no SQLite database");
    let other = folder.path().join("other.db");
    rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE mine (a)").unwrap();
    is_refused(&other, StoreErrorKind::Foreign, "it is another program's database");
    let error = Store::open(folder.path(), Options::default()).err().unwrap();
    assert_eq!(error.kind(), StoreErrorKind::Foreign);
    let error = Store::open_existing(&folder.path().join("none.db"), Options::default()).err().unwrap();
    assert_eq!(error.kind(), StoreErrorKind::Missing);
    assert!(!folder.path().join("none.db").exists());
}

#[test]
fn a_journal_of_a_later_caravan_is_left_as_it_is() {
    let (_folder, path) = folder();
    whole(&path, Options::default(), true);
    let later = rusqlite::Connection::open(&path).unwrap();
    later.pragma_update(None, "user_version", 99).unwrap();
    later.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(())).unwrap();
    drop(later);
    is_refused(&path, StoreErrorKind::Newer, "a later Caravan has written it (version 99");
}

#[test]
fn a_damaged_journal_is_said_to_be_and_nothing_is_written_into_it() {
    let (_folder, path) = folder();
    for _ in 0..20 {
        whole(&path, Options::default(), true);
    }
    let id = begin(&path, Options::default(), true).run().to_owned();
    opened(&path).delete("none").unwrap();
    let sound = fs::read(&path).unwrap();
    assert!(sound.len() > 10 * 4096);
    // Pages in the middle are overwritten, wherever they are; then the end is lost.
    let mut found = 0;
    for page in 1..sound.len() / 4096 {
        let mut damaged = sound.clone();
        damaged[page * 4096..page * 4096 + 64].fill(0xA5);
        fs::write(&path, &damaged).unwrap();
        let resumed = Store::open(&path, Options::default()).and_then(|store| store.resume(&id));
        match resumed {
            Err(error) => {
                assert_eq!(error.kind(), StoreErrorKind::Corrupted, "page {page}: {error}");
                found += 1;
            }
            Ok(_) => panic!("page {page} is damaged, and nobody noticed"),
        }
        let _ = fs::remove_file(path.with_file_name("journal.db-wal"));
        let after = fs::read(&path).unwrap();
        assert_eq!(after[page * 4096..page * 4096 + 64], damaged[page * 4096..page * 4096 + 64]);
    }
    assert!(found > 10);
    fs::write(&path, &sound[..sound.len() / 2]).unwrap();
    let error = Store::open(&path, Options::default()).and_then(|store| store.resume(&id)).unwrap_err();
    assert_eq!(error.kind(), StoreErrorKind::Corrupted, "{error}");
    fs::write(&path, &sound).unwrap();
    opened(&path).resume(&id).unwrap();
}

#[test]
fn an_outcome_that_is_not_readable_is_told_and_not_guessed() {
    let (_folder, path) = folder();
    let mut journal = begin(&path, Options::default(), true);
    let (mut first, models) = run("return append(text='a')", Box::new(|_| {}));
    carry(&mut first, &models, &World::default(), &NobodyThere, &mut journal).unwrap();
    let id = journal.run().to_owned();
    drop(journal);
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute("UPDATE effect SET outcome = substr(outcome, 1, 10) WHERE number = 2", ()).unwrap();
    let (_, mut journal) = opened(&path).resume(&id).unwrap();
    let (mut again, models) = run("", Box::new(|_| {}));
    let error = carry(&mut again, &models, &World::default(), &NobodyThere, &mut journal).unwrap_err();
    assert!(error.to_string().contains("the outcome of effect 2 is not readable"), "{error}");
}

#[test]
fn a_full_disk_stops_the_run_before_the_effect_and_it_goes_on_when_there_is_room() {
    let (_folder, path) = folder();
    let plan = "\
for number in range(200):
    append(text=str(number) + 'x' * 400)
return number";
    let mut journal = begin(&path, Options::default(), true);
    let id = journal.run().to_owned();
    let world = World::default();
    // As large as it is now, and a little larger: the disk is full then.
    journal.store().limit_pages(20).unwrap();
    let (mut first, models) = run(plan, Box::new(|_| {}));
    let error = carry(&mut first, &models, &world, &NobodyThere, &mut journal).unwrap_err();
    assert!(
        error.to_string().contains("the disk is full") && error.to_string().contains("make room"),
        "{error}"
    );
    drop(journal);
    let done = world.0.lock().unwrap().len();
    assert!(done > 3 && done < 200, "{done}");
    let (_, mut journal) = opened(&path).resume(&id).unwrap();
    // What was done when its outcome could not be written is in doubt; what could not be written before was not done.
    for call in journal.in_doubt().unwrap() {
        let text = call.arguments["text"].to_string();
        assert!(world.0.lock().unwrap().contains(&text));
        journal.settle(call.number, &Settlement::Done(json!("done").into())).unwrap();
    }
    let (mut again, models) = run(plan, Box::new(|_| panic!("no model is asked twice")));
    let outcome = carry(&mut again, &models, &world, &NobodyThere, &mut journal).unwrap();
    assert_eq!(outcome.answer.unwrap().to_text(), "199");
    let done = world.0.into_inner().unwrap();
    assert_eq!(done.len(), 200, "each once");
}

#[cfg(unix)]
#[test]
fn its_owner_alone_may_read_it() {
    use std::os::unix::fs::PermissionsExt;

    let (folder, path) = folder();
    let journal = begin(&path, Options::default(), true);
    for name in ["journal.db", "journal.db-wal", "journal.db-shm"] {
        let mode = fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    drop(journal);
}

/// Run again as somebody who may write nothing, where this runs as somebody who may write everything.
#[cfg(unix)]
#[test]
fn a_journal_that_cannot_be_written_is_told_and_left_as_it_is() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    const NAME: &str = "a_journal_that_cannot_be_written_is_told_and_left_as_it_is";
    if let Some(path) = std::env::var_os("CARAVAN_READ_ONLY").map(std::path::PathBuf::from) {
        for opened in [
            Store::open(&path, Options::default()),
            Store::open_existing(&path, Options::default()),
            Store::open(&path.with_file_name("other.db"), Options::default()),
        ] {
            let error = opened.err().unwrap();
            assert_eq!(error.kind(), StoreErrorKind::ReadOnly, "{error}");
            assert!(!error.remedy().is_empty());
        }
        return;
    }
    let (folder, _) = folder();
    let within = folder.path().join("within");
    fs::create_dir(&within).unwrap();
    let path = within.join("journal.db");
    whole(&path, Options::default(), true);
    let before = fs::read(&path).unwrap();
    let program = folder.path().join("program");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    let may = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    may(folder.path(), 0o755);
    may(&program, 0o755);
    may(&path, 0o444);
    may(&within, 0o555);
    let mut command = Command::new(&program);
    command.args(["--exact", NAME]).env("CARAVAN_READ_ONLY", &path).current_dir("/");
    if fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0) {
        command.uid(65_534).gid(65_534);
    }
    let output = command.output().unwrap();
    may(&within, 0o755);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
    assert_eq!(fs::read(&path).unwrap(), before);
    assert!(!within.join("other.db").exists());
}
