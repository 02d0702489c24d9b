//! Servers that people use: the Python SDK's, and two from npm.
//!
//! `CARAVAN_PYTHON` is a python3 with the SDK, `CARAVAN_NODE_SERVERS` the `node_modules` of the others; `cargo xtask test`
//! sets both. Where they are not set, there is nothing to test with.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::{Stage, servers};

fn python() -> Option<String> {
    std::env::var("CARAVAN_PYTHON").ok()
}

fn config(server: &str, more: &str) -> String {
    format!(
        "root = \"boss\"\n[agents.boss]\ndescription = \"Does things.\"\ntools = [\"it/*\"]\n\
         [servers.it]\ndescriptions = \"trusted\"\n{server}\n{more}"
    )
}

const TYPES: &str = r#"
print(an_int(n=4) + 1, an_int(), a_float() * 2, not a_bool(), a_text().upper(), nothing())
print(sum(a_list()), a_dict()["a"], a_tuple()[0])
p = a_model()
print(p.name, p.age + 1, p.email, [q.name for q in models() if q.email])
t = a_task()
print(t.status, t.owner.name, t.due.year, t.day.isoformat(), t.tags, t.notes)
print(a_typed_dict().city, a_dataclass().y, a_literal(), an_optional(there=True).name, an_optional(there=False))
print(a_union(number=True) + 1, a_union(number=False) + "!", a_date(), untyped())
print(an_image())
try:
    failing()
except Exception as e:
    print("failed:", e)
from datetime import datetime, date
print(takes(must="x"))
print(takes(must="x", when=datetime(2026, 12, 1, 10), day=date(2026, 12, 2), count=3.0, ratio=2, names=["a"],
            person={"name": "Ann", "age": 44}, status="done", flag=True))
return slow(steps=5)
"#;

const TYPED: [&str; 13] = [
    "6 2 1.0 False TEXT None",
    "6 1 1",
    "Ann 45 None ['Bob']",
    "open Ann 2026 2026-12-01 [] {'n': 1}",
    "Rome 2.5 low Ann None",
    "8 seven! \"2026-12-01\" plain",
    "<image/png>",
    "failed: Error executing tool failing: no such thing",
    "('x', None, None, 1, 0.5, None, None, <Status.OPEN: 'open'>, False)",
    "('x', datetime.datetime(2026, 12, 1, 10, 0, tzinfo=TzInfo(UTC)), datetime.date(2026, 12, 2), 3, 2.0, ['a'], \
     Person(name='Ann', age=44, email=None), <Status.DONE: 'done'>, True)",
    "done",
    "",
    "",
];

fn assert_typed(stage: &Stage) {
    let ran = stage.run(&[]);
    let lines = ran.lines();
    let expected: Vec<&str> = TYPED.into_iter().filter(|line| !line.is_empty()).collect();
    // How pydantic writes UTC differs between its releases.
    let lines: Vec<String> = lines.iter().map(|line| line.replace("TzInfo(0)", "TzInfo(UTC)")).collect();
    assert_eq!(lines, expected, "{}", ran.err);
}

#[test]
fn a_server_of_the_python_sdk_gives_values_of_every_type_that_it_declares() {
    let Some(python) = python() else { return };
    let script = servers().join("typed.py");
    let server = format!("command = {python:?}\nargs = [{:?}]", script.display().to_string());
    assert_typed(&Stage::new(&config(&server, ""), TYPES));
}

/// A process that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

#[test]
fn the_same_server_gives_the_same_over_http() {
    let Some(python) = python() else { return };
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut command = Command::new(python);
    command.arg(servers().join("typed.py")).args(["streamable-http", &port.to_string()]);
    let _running = Running(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    let began = Instant::now();
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(began.elapsed() < Duration::from_secs(30));
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_typed(&Stage::new(&config(&format!("url = \"http://127.0.0.1:{port}/mcp\""), ""), TYPES));
}

fn node(package: &str) -> Option<String> {
    let modules = PathBuf::from(std::env::var_os("CARAVAN_NODE_SERVERS")?);
    let script = modules.join("@modelcontextprotocol").join(package).join("dist/index.js");
    Some(script.display().to_string())
}

#[test]
fn the_filesystem_server_reads_and_writes_files() {
    let Some(script) = node("server-filesystem") else { return };
    let plan = r#"
folder = list_allowed_directories().content.splitlines()[-1]
write_file(path=folder + "/a.txt", content="one\ntwo\nthree\n")
edit_file(path=folder + "/a.txt", edits=[{"oldText": "two", "newText": "2"}])
print(read_text_file(path=folder + "/a.txt", head=2).content.splitlines())
print([line for line in list_directory(path=folder).content.splitlines() if "a.txt" in line])
try:
    read_text_file(path="/etc/passwd")
except Exception as e:
    print("denied" if "denied" in str(e) else e)
return get_file_info(path=folder + "/a.txt").content.splitlines()[0]
"#;
    let stage = Stage::new("", plan);
    let server = format!("command = \"node\"\nargs = [{script:?}, {:?}]", stage.path().display().to_string());
    let stage = stage.write("caravan.toml", &config(&server, ""));
    assert_eq!(stage.run(&[]).lines(), ["['one', '2']", "['[FILE] a.txt']", "denied", "size: 12"]);
    assert_eq!(std::fs::read_to_string(stage.path().join("a.txt")).unwrap(), "one\n2\nthree\n");
}

#[test]
fn the_server_with_everything_gives_text_records_images_resources_and_progress() {
    let Some(script) = node("server-everything") else { return };
    let plan = r#"
print(echo(message="hello"))
print(get_sum(a=1, b=2.5))
w = get_structured_content(location="Chicago")
print(type(w.temperature).__name__, isinstance(w.conditions, str))
print("<image/png>" in get_tiny_image(), "KEY" in get_env())
print("<resource" in get_resource_links(count=2) or "<text" in get_resource_links(count=2))
try:
    get_sum(a=1, b=float("nan"))
except Exception as e:
    print("failed")
return trigger_long_running_operation(duration=3, steps=6)
"#;
    let server = format!("command = \"node\"\nargs = [{script:?}]\ncall_seconds = 2\nstart_seconds = 20");
    let stage = Stage::new(&config(&server, ""), plan);
    let mut command = stage.command(&["run", "--model", "exec:python3 model.py", "Do it."]);
    command.env("MODEL_KEY", "KEY");
    let ran = stage.outcome(command);
    let lines = ran.lines();
    assert_eq!(
        lines[..6],
        ["Echo: hello", "The sum of 1 and 2.5 is 3.5.", "float True", "True False", "True", "failed",]
    );
    assert!(lines[6].starts_with("Long running operation completed"), "{lines:?}");
}
