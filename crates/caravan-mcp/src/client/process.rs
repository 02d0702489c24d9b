//! A server that is a program: started in a process group of its own, with few variables of our environment, and ended
//! with everything that it has started.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::AsyncReadExt;
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;

use super::guard;

/// The variables of our environment that a server gets unasked. Keys of models are not among them.
const INHERITED: &[&str] = &[
    "HOME",
    "LOGNAME",
    "PATH",
    "SHELL",
    "TERM",
    "USER",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TMPDIR",
    "TZ",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
    "REQUESTS_CA_BUNDLE",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
];

/// How much of what a server writes to standard error is kept.
const LAST_WORDS: usize = 2048;
/// How long a server may take to end after its standard input was closed, and again after it was told to.
const GRACE: Duration = Duration::from_secs(2);

/// The process groups of all servers that run.
static RUNNING: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// Kills every server that runs, and all that they have started: for a program that ends at once.
pub fn kill_all() {
    let groups = std::mem::take(&mut *RUNNING.lock().unwrap_or_else(PoisonError::into_inner));
    for group in groups {
        signal(group, rustix::process::Signal::KILL);
        guard::forget(group);
    }
}

fn signal(group: i32, signal: rustix::process::Signal) {
    if let Some(group) = rustix::process::Pid::from_raw(group) {
        // It may be gone already.
        let _ = rustix::process::kill_process_group(group, signal);
    }
}

/// Why a program was not started.
#[derive(Debug)]
pub(super) enum StartError {
    /// The folder that it was to start in is not there.
    NoFolder(PathBuf),
    /// The program is not there, or cannot be run.
    Program(String),
}

impl StartError {
    /// What is wrong.
    pub(super) fn cause(&self) -> String {
        match self {
            StartError::NoFolder(folder) => format!("its folder `{}` does not exist", folder.display()),
            StartError::Program(problem) => problem.clone(),
        }
    }

    /// What to do.
    pub(super) fn remedy(&self) -> &'static str {
        match self {
            StartError::NoFolder(_) => {
                "make the folder, or name another under `cwd`; a relative one is taken from the configuration's folder"
            }
            StartError::Program(_) => {
                "install it, or put its full path under `command`; `cwd` and the files among `args` are named from the \
                 configuration's folder"
            }
        }
    }
}

/// A server's process.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    group: i32,
    words: Arc<Mutex<VecDeque<u8>>>,
    /// Ends when it has read all of standard error.
    listening: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts the program; its standard input and output are handed out.
    pub(super) fn start(
        command: &str,
        args: &[String],
        env: &BTreeMap<String, String>,
        cwd: Option<&Path>,
    ) -> Result<(Process, ChildStdout, ChildStdin), StartError> {
        if let Some(folder) = cwd.filter(|folder| !folder.is_dir()) {
            return Err(StartError::NoFolder(folder.to_owned()));
        }
        let mut program = Command::new(command);
        program
            .args(args)
            .env_clear()
            .envs(INHERITED.iter().filter_map(|name| Some((name, std::env::var_os(name)?))))
            .envs(env)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .kill_on_drop(true);
        if let Some(folder) = cwd {
            program.current_dir(folder);
        }
        let mut child = program.spawn().map_err(|error| {
            StartError::Program(match error.kind() {
                std::io::ErrorKind::NotFound => format!("there is no program `{command}`"),
                std::io::ErrorKind::PermissionDenied => format!("`{command}` may not be run"),
                _ => format!("`{command}` could not be run ({error})"),
            })
        })?;
        let group = child.id().and_then(|id| i32::try_from(id).ok()).unwrap_or_default();
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).insert(group);
        guard::watch(group);
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let mut process = Process { child, group, words: Arc::default(), listening: None };
        match (stdin, stdout, stderr) {
            (Some(stdin), Some(stdout), Some(stderr)) => {
                process.listening = Some(tokio::spawn(listen(stderr, Arc::clone(&process.words))));
                Ok((process, stdout, stdin))
            }
            _ => Err(StartError::Program(format!("`{command}` has no standard input and output"))),
        }
    }

    /// Why the process has ended, if it has or does so soon.
    pub(super) async fn end(&mut self) -> Option<ExitStatus> {
        let status = tokio::time::timeout(Duration::from_millis(500), self.child.wait()).await.ok()?.ok();
        if let Some(listening) = self.listening.take() {
            // What it has started may still hold its standard error.
            let _ = tokio::time::timeout(Duration::from_millis(200), listening).await;
        }
        status
    }

    /// What it last wrote to standard error.
    pub(super) fn last_words(&self) -> String {
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = words.iter().copied().collect();
        String::from_utf8_lossy(&bytes).trim().to_owned()
    }

    /// Ends the process whose standard input is closed: waits a little, then tells it to, then kills it.
    pub(super) async fn stop(mut self) {
        if tokio::time::timeout(GRACE, self.child.wait()).await.is_err() {
            signal(self.group, rustix::process::Signal::TERM);
            // Whether it obeys or not, what is left of its group is killed when this is dropped.
            let _ = tokio::time::timeout(GRACE, self.child.wait()).await;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if RUNNING.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.group) {
            signal(self.group, rustix::process::Signal::KILL);
            guard::forget(self.group);
        }
    }
}

/// Keeps the last of what a server writes to standard error, so that it never has to wait to write.
async fn listen(mut stderr: ChildStderr, words: Arc<Mutex<VecDeque<u8>>>) {
    let mut buffer = [0; 4096];
    while let Ok(read @ 1..) = stderr.read(&mut buffer).await {
        let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
        words.extend(buffer.get(..read).unwrap_or_default());
        let excess = words.len().saturating_sub(LAST_WORDS);
        words.drain(..excess);
    }
}
