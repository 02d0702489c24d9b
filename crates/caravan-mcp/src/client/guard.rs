//! Sees to it that no server outlives us, even if we are killed and can do nothing about it any more: a small shell beside
//! us is told which process groups are ours, notices when we are gone, and kills what is left of them.

use std::io::Write;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// Reads `+ GROUP` and `- GROUP`, and at the end of its input kills the groups that are left.
const WATCH: &str = r#"
trap '' HUP INT QUIT TERM
running=
while read -r sign group; do
  left=
  for known in $running; do [ "$known" = "$group" ] || left="$left $known"; done
  case $sign in
    +) running="$left $group" ;;
    *) running=$left ;;
  esac
done
for group in $running; do kill -s KILL -- "-$group" 2> /dev/null; done
"#;

/// The way to the shell, once there is one.
static WATCHER: Mutex<Watcher> = Mutex::new(Watcher { pipe: None, is_missing: false });

struct Watcher {
    pipe: Option<ChildStdin>,
    /// It could not be started: there is no shell.
    is_missing: bool,
}

/// A process group has begun.
pub(super) fn watch(group: i32) {
    WATCHER.lock().unwrap_or_else(PoisonError::into_inner).tell('+', group);
}

/// A process group has ended.
pub(super) fn forget(group: i32) {
    WATCHER.lock().unwrap_or_else(PoisonError::into_inner).tell('-', group);
}

impl Watcher {
    fn tell(&mut self, sign: char, group: i32) {
        if self.pipe.is_none() && !self.is_missing && sign == '+' {
            self.pipe = start();
            self.is_missing = self.pipe.is_none();
        }
        let line = format!("{sign} {group}\n");
        if let Some(pipe) = &mut self.pipe
            && pipe.write_all(line.as_bytes()).is_err()
        {
            // Somebody has ended it. The next server brings another.
            self.pipe = None;
        }
    }
}

/// Starts the shell, in a group of its own: what ends ours does not end it.
fn start() -> Option<ChildStdin> {
    use std::os::unix::process::CommandExt;

    let mut shell = Command::new("/bin/sh");
    shell
        .args(["-c", WATCH])
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0);
    shell.spawn().ok()?.stdin.take()
}
