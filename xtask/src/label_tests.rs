//! The tests of the labels, of the gate and of the protocol in the trusted crates, built as programs that can be run one
//! by one.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value as Json;

/// They, cheapest first: the crate, and the name of the target (`lib` for its unit tests).
const TARGETS: &[(&str, &str)] = &[
    ("caravan-label", "lib"),
    ("caravan-label", "laws"),
    ("caravan-core", "lib"),
    ("caravan-plan", "json_labels"),
    ("caravan-plan", "model_labels"),
    ("caravan-core", "episode"),
    ("caravan-core", "protocol"),
    ("caravan-core", "boundary"),
    ("caravan-core", "conversation"),
    ("caravan-core", "tool_labels"),
    ("caravan-core", "shared"),
    ("caravan-core", "beyond_trees"),
    ("caravan-core", "peers"),
    ("caravan-core", "gather"),
    ("caravan-core", "clock"),
    ("caravan-core", "driving"),
    ("caravan-core", "answers"),
    ("caravan-core", "caps"),
    ("caravan-core", "endorsed"),
    ("caravan-core", "repair"),
    ("caravan-core", "system"),
    ("caravan-core", "session"),
    ("caravan-core", "laundering"),
    ("caravan-core", "tool_loop"),
    ("caravan-core", "flows"),
    ("caravan-core", "properties"),
];

/// One of them, built.
#[derive(Clone, Debug)]
pub(crate) struct Suite {
    /// Its name for people.
    pub(crate) name: String,
    /// The folder of its crate, in which it runs.
    pub(crate) package: PathBuf,
    pub(crate) program: PathBuf,
}

/// Builds the tests of the workspace in `folder`, with what `prepare` adds to the call of cargo.
///
/// # Errors
///
/// They do not build.
pub(crate) fn build(folder: &Path, prepare: impl FnOnce(&mut Command)) -> Result<Vec<Suite>, String> {
    let mut packages: Vec<&str> = TARGETS.iter().map(|(package, _)| *package).collect();
    packages.sort_unstable();
    packages.dedup();
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(["test", "--no-run", "--message-format=json-render-diagnostics", "--lib"])
        .args(packages.iter().flat_map(|package| ["-p", package]))
        .args(
            TARGETS.iter().filter(|(_, target)| *target != "lib").flat_map(|(_, target)| ["--test", target]),
        )
        .current_dir(folder)
        .stderr(Stdio::inherit());
    prepare(&mut cargo);
    let built = cargo.output().map_err(|error| format!("cargo could not be started ({error})"))?;
    if !built.status.success() {
        return Err(format!("the tests in {} do not build", folder.display()));
    }
    let messages: Vec<Json> = String::from_utf8_lossy(&built.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    TARGETS.iter().map(|(package, target)| suite(folder, package, target, &messages)).collect()
}

fn suite(folder: &Path, package: &str, target: &str, messages: &[Json]) -> Result<Suite, String> {
    let home = folder.join("crates").join(package);
    let manifest = home.join("Cargo.toml");
    let library = package.replace('-', "_");
    let wanted = if target == "lib" { library.as_str() } else { target };
    let text = |json: &Json, place: &str| json.pointer(place).and_then(Json::as_str).map(ToOwned::to_owned);
    let program = messages
        .iter()
        .filter(|message| text(message, "/manifest_path").is_some_and(|path| Path::new(&path) == manifest))
        .filter(|message| text(message, "/target/name").is_some_and(|name| name == wanted))
        .filter(|message| message.pointer("/profile/test") == Some(&Json::Bool(true)))
        .find_map(|message| text(message, "/executable"))
        .ok_or_else(|| format!("{package} has no tests `{target}`"))?;
    let name = if target == "lib" { format!("{package} (unit tests)") } else { target.to_owned() };
    Ok(Suite { name, package: home, program: program.into() })
}

impl Suite {
    /// The call that runs it, with as many programs of the property tests as said, from the first on.
    pub(crate) fn command(&self, programs: u32) -> Command {
        let mut command = Command::new(&self.program);
        command
            .current_dir(&self.package)
            .env("CARGO_MANIFEST_DIR", &self.package)
            .env("PROPERTIES_SEED", "1")
            .env("PROPERTIES_PROGRAMS", programs.to_string())
            .stdin(Stdio::null());
        command
    }
}
