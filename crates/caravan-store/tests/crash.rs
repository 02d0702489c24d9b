//! Processes that are killed at every moment that there is: before and after each write, inside of each effect, and whenever
//! it happens to be. After that each effect has happened once, or is in doubt, and the run ends as if nothing had been.
//!
//! The process that is killed is this test again, as `one_process`, which a variable of the environment tells what to do. Its
//! tools append to a file and deliver to a server that this process is.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that fails may say so loudly"
)]

mod stage;

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use caravan_core::approval::NobodyThere;
use caravan_core::effect::{Effect, EffectId, Outcome, ToolAnswer, ToolFailure, ToolRequest};
use caravan_core::journal::{Journal, JournalError};
use caravan_core::model::BoxFuture;
use caravan_core::state::States;
use caravan_core::toolbox::Toolbox;
use caravan_store::{Options, RunJournal, RunStatus, Settlement, Store};
use serde_json::{Value as Json, json};

/// Which of the moments that it counts a process dies at.
static LEFT: Mutex<Option<usize>> = Mutex::new(None);

/// A moment at which the process may die.
fn moment() {
    if std::env::var_os("CARAVAN_CRASH_SLOW").is_some() {
        thread::sleep(Duration::from_millis(1));
    }
    let dies = match LEFT.lock().unwrap().as_mut() {
        Some(0) => true,
        Some(left) => {
            *left -= 1;
            false
        }
        None => false,
    };
    if dies {
        let pid = std::process::id().to_string();
        Command::new("kill").args(["-9", &pid]).status().unwrap();
        loop {
            thread::sleep(Duration::from_secs(1));
        }
    }
}

/// The journal, with a moment before and after each entry.
struct Mortal<'a>(&'a mut RunJournal);

impl Journal for Mortal<'_> {
    fn recall(&mut self, effect: &Effect) -> Result<Option<Outcome>, JournalError> {
        self.0.recall(effect)
    }

    fn before(&mut self, effect: &Effect) -> Result<(), JournalError> {
        moment();
        self.0.before(effect)?;
        moment();
        Ok(())
    }

    fn after(&mut self, id: EffectId, outcome: &Outcome) -> Result<(), JournalError> {
        moment();
        self.0.after(id, outcome)?;
        moment();
        Ok(())
    }
}

/// Tools that leave a trace, with a moment before and after it.
struct World {
    folder: PathBuf,
    mail: String,
}

impl World {
    fn call(&self, request: &ToolRequest) -> Result<ToolAnswer, ToolFailure> {
        let text = &request.arguments["text"];
        let text = text.as_str().map_or_else(|| text.to_string(), str::to_owned);
        moment();
        match request.tool.as_str() {
            "append" => append(&self.folder.join("lines"), &text),
            _ => {
                let mut server = TcpStream::connect(&self.mail).unwrap();
                writeln!(server, "{text}").unwrap();
                let mut answer = String::new();
                server.read_to_string(&mut answer).unwrap();
                assert_eq!(answer, "ok");
            }
        }
        moment();
        Ok(json!(format!("done: {text}")).into())
    }
}

impl Toolbox for World {
    fn call<'a>(&'a self, request: &'a ToolRequest) -> BoxFuture<'a, Result<ToolAnswer, ToolFailure>> {
        Box::pin(async move { World::call(self, request) })
    }
}

fn append(file: &Path, line: &str) {
    let mut file = OpenOptions::new().create(true).append(true).open(file).unwrap();
    file.write_all(format!("{line}\n").as_bytes()).unwrap();
}

fn lines(file: &Path) -> Vec<String> {
    fs::read_to_string(file).unwrap_or_default().lines().map(str::to_owned).collect()
}

/// What the process that is killed does: it begins the run or goes on with it. A person who has looked settles what is in
/// doubt, and each thing that was is noted.
#[test]
fn one_process() {
    let Ok(folder) = std::env::var("CARAVAN_CRASH_FOLDER").map(PathBuf::from) else { return };
    let mail = std::env::var("CARAVAN_CRASH_MAIL").unwrap();
    *LEFT.lock().unwrap() = std::env::var("CARAVAN_CRASH_AT").ok().map(|left| left.parse().unwrap());
    let path = folder.join("journal.db");
    let begun = match Store::open_existing(&path, Options::default()) {
        Ok(store) => store.runs().unwrap().into_iter().next(),
        Err(_) => None,
    };
    let mut journal = match begun {
        Some(row) if matches!(row.status, RunStatus::Ended(_)) => return,
        Some(row) => Store::open_existing(&path, Options::default()).unwrap().resume(&row.id).unwrap().1,
        None => {
            moment();
            stage::begin(&path, Options::default(), true)
        }
    };
    moment();
    for call in journal.in_doubt().unwrap() {
        let text = &call.arguments["text"];
        let text = text.as_str().map_or_else(|| text.to_string(), str::to_owned);
        append(&folder.join("doubts"), &text);
        let place = if call.tool == "append" { "lines" } else { "mails" };
        let settlement = match lines(&folder.join(place)).contains(&text) {
            true => Settlement::Done(json!(format!("done: {text}")).into()),
            false => Settlement::Repeat,
        };
        moment();
        journal.settle(call.number, &settlement).unwrap();
        moment();
    }
    let asked = folder.join("asked");
    let (mut run, models) = stage::run(stage::PLAN, Box::new(move |what| append(&asked, what)));
    let world = World { folder: folder.clone(), mail };
    let outcome = stage::carry(&mut run, &models, &world, &NobodyThere, &mut Mortal(&mut journal));
    let mut outcome = outcome.unwrap();
    let kept = outcome.to_json();
    moment();
    journal.finish(outcome.status.as_str(), &kept, &States::default(), &States::of(outcome.world())).unwrap();
    moment();
}

/// Receives mails, and puts each into a file before it says so.
struct PostOffice {
    address: String,
    folder: Arc<Mutex<PathBuf>>,
}

impl PostOffice {
    fn open() -> PostOffice {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let folder = Arc::new(Mutex::new(PathBuf::new()));
        let (at, office) = (Arc::clone(&folder), PostOffice { address, folder });
        thread::spawn(move || {
            for connection in listener.incoming() {
                let mut connection = connection.unwrap();
                let mut line = String::new();
                // A sender that dies has sent nothing, or all of a line.
                if BufReader::new(&connection).read_line(&mut line).is_ok_and(|read| read > 0) {
                    append(&at.lock().unwrap().join("mails"), line.trim_end());
                    let _ = connection.write_all(b"ok");
                }
            }
        });
        office
    }
}

/// One case: a folder, and processes that work in it one after another.
struct Case<'a> {
    office: &'a PostOffice,
    folder: tempfile::TempDir,
}

impl<'a> Case<'a> {
    fn new(office: &'a PostOffice) -> Case<'a> {
        let folder = tempfile::tempdir().unwrap();
        *office.folder.lock().unwrap() = folder.path().to_path_buf();
        Case { office, folder }
    }

    fn process(&self, at: Option<usize>) -> Command {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "one_process", "--nocapture"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command.env("CARAVAN_CRASH_FOLDER", self.folder.path());
        command.env("CARAVAN_CRASH_MAIL", &self.office.address);
        command.env("RUST_BACKTRACE", "0");
        match at {
            Some(at) => command.env("CARAVAN_CRASH_AT", at.to_string()),
            None => command.env_remove("CARAVAN_CRASH_AT"),
        };
        command
    }

    /// Lets a process die at that moment. False if it ends before.
    fn dies(&self, at: usize) -> bool {
        let output = self.process(Some(at)).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() || output.status.code().is_none(), "{told}");
        output.status.code().is_none()
    }

    fn ends(&self) {
        let output = self.process(None).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn left(&self) -> Left {
        let counted = |name: &str| {
            let mut counted = BTreeMap::new();
            for line in lines(&self.folder.path().join(name)) {
                *counted.entry(line).or_insert(0) += 1;
            }
            counted
        };
        let store = Store::open_existing(&self.folder.path().join("journal.db"), Options::default()).unwrap();
        store.check().unwrap();
        let runs = store.runs().unwrap();
        assert_eq!(runs.len(), 1, "one run, whatever happened");
        assert_eq!(runs[0].status, RunStatus::Ended("done".to_owned()), "{:?}", runs[0].outcome);
        Left {
            lines: counted("lines"),
            mails: counted("mails"),
            asked: counted("asked"),
            doubts: counted("doubts").values().sum(),
            outcome: runs[0].outcome.clone().unwrap(),
        }
    }
}

/// What is left of a case.
#[derive(Debug, PartialEq)]
struct Left {
    lines: BTreeMap<String, usize>,
    mails: BTreeMap<String, usize>,
    asked: BTreeMap<String, usize>,
    doubts: usize,
    outcome: Json,
}

impl Left {
    /// That it is what an undisturbed run leaves, whose process died so often on the way.
    fn is_as(&self, undisturbed: &Left, deaths: usize, told: &str) {
        assert_eq!(self.lines, undisturbed.lines, "{told}");
        assert_eq!(self.mails, undisturbed.mails, "{told}");
        assert_eq!(self.outcome, undisturbed.outcome, "{told}");
        // At most what was asked when it died is asked again.
        let asked: usize = self.asked.values().sum();
        let at_most = undisturbed.asked.values().sum::<usize>() + deaths;
        assert!(
            asked <= at_most,
            "{told}: models were asked {asked} times, and {at_most} were to be expected"
        );
        // Three calls are made at the same time, and no more are in doubt at once.
        assert!(self.doubts <= 3 * deaths, "{told}: {} doubts", self.doubts);
    }
}

fn undisturbed(office: &PostOffice) -> Left {
    let case = Case::new(office);
    case.ends();
    let left = case.left();
    assert!(left.lines.values().chain(left.mails.values()).all(|times| *times == 1), "{left:?}");
    assert_eq!((left.lines.len(), left.mails.len(), left.doubts), (5, 4, 0), "{left:?}");
    left
}

#[test]
fn whenever_a_process_is_killed_each_effect_happens_once_and_the_end_is_the_same() {
    if std::env::var_os("CARAVAN_CRASH_FOLDER").is_some() {
        return;
    }
    let office = PostOffice::open();
    let expected = undisturbed(&office);
    // Every moment of a first process; then of the second one, which goes on after the worst of them.
    let mut moments = 0;
    let (mut in_doubt, mut worst) = (0, 0);
    loop {
        let case = Case::new(&office);
        if !case.dies(moments) {
            break;
        }
        case.ends();
        let left = case.left();
        left.is_as(&expected, 1, &format!("killed at moment {moments}"));
        if left.doubts > in_doubt {
            (in_doubt, worst) = (left.doubts, moments);
        }
        moments += 1;
    }
    assert!(moments > 50 && in_doubt == 3, "{moments} moments, {in_doubt} doubts at once");
    let mut second = 0;
    loop {
        let case = Case::new(&office);
        assert!(case.dies(worst));
        if !case.dies(second) {
            break;
        }
        case.ends();
        case.left().is_as(&expected, 2, &format!("killed at moment {worst}, and again at {second}"));
        second += 1;
    }
    assert!(second > 20, "{second}");
}

/// How many times processes are killed at random: `CARAVAN_CRASHES` of the environment, or a sample.
fn crashes() -> usize {
    std::env::var("CARAVAN_CRASHES").ok().map_or(25, |crashes| crashes.parse().unwrap())
}

#[test]
fn processes_that_are_killed_at_random_lose_nothing() {
    static SEED: AtomicUsize = AtomicUsize::new(0x2545_F491);
    if std::env::var_os("CARAVAN_CRASH_FOLDER").is_some() {
        return;
    }
    let office = PostOffice::open();
    let expected = undisturbed(&office);
    let began = std::time::Instant::now();
    // Most of its time goes into the run: that is where most of them are to die.
    assert!(Case::new(&office).process(None).env("CARAVAN_CRASH_SLOW", "").status().unwrap().success());
    let whole = began.elapsed();
    let (mut deaths, mut doubts) = (0, 0);
    while deaths < crashes() {
        let case = Case::new(&office);
        let mut here = 0;
        loop {
            let mut process = case.process(None).env("CARAVAN_CRASH_SLOW", "").spawn().unwrap();
            let random = SEED.load(Ordering::Relaxed).wrapping_mul(1_103_515_245).wrapping_add(12_345);
            SEED.store(random, Ordering::Relaxed);
            thread::sleep(whole.mul_f64(f64::from((random >> 8) as u16) / f64::from(u16::MAX)));
            if process.try_wait().unwrap().is_some() {
                break;
            }
            process.kill().unwrap();
            process.wait().unwrap();
            here += 1;
        }
        case.ends();
        let left = case.left();
        left.is_as(&expected, here, &format!("killed {here} times"));
        deaths += here;
        doubts += left.doubts;
    }
    println!("{deaths} times killed, {doubts} calls in doubt, each effect once");
}
