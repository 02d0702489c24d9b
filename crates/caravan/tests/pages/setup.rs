//! Folders in which commands of the documentation are run.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::repository;

/// What a planner answers that has no other rule.
const OTHERWISE: &str =
    "\n[[rule]]\nagent = \"\"\nrole = \"planner\"\ninstruction = '(?s).*'\nplan = 'return \"done\"'\n";

/// A server of MCP with one tool.
const SERVER: &str = r#"
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    number, method = request.get("id"), request.get("method")
    if number is None:
        continue
    if method == "initialize":
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                  "serverInfo": {"name": "clock", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": [{"name": "tick", "inputSchema": {"type": "object"}}]}
    else:
        result = {}
    print(json.dumps({"jsonrpc": "2.0", "id": number, "result": result}), flush=True)
"#;

/// A planner that answers with the file of its agent's name.
const PLANNER: &str = r#"
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    plan = open((request["agent"] or "root") + ".py").read()
    print(json.dumps({"id": request["id"], "text": "```python\n" + plan + "\n```"}), flush=True)
"#;

/// A root with children, over a table and a mailbox.
const CHOOSING: &str = r#"
root = "office"
[models]
planner = "scripted"
quarantined = "scripted"
script = "script.toml"
[agents.office]
description = "The office."
children = ["inbox", "outbox"]
tools = ["query_sql", "send_email"]
[agents.inbox]
description = "Knows the mail."
tools = ["query_sql"]
[agents.outbox]
description = "Sends mail."
tools = ["send_email"]
[servers.mail]
kind = "sqlite"
seed = "inbox.sql"
[servers.post]
kind = "mailbox"
file = "sent.jsonl"
[tools.query_sql]
description = "Runs one SQL statement. The table is inbox(urgent)."
"#;

const CHOICES: &str = r#"
[[rule]]
agent = ""
role = "planner"
instruction = 'Tell whoever has to know\.'
plan = '''
urgent = inbox(message="Is there urgent mail?", output_schema=bool)
outbox(message="Tell Ann." if urgent else "Tell Ben.")
'''

[[rule]]
agent = ""
role = "planner"
instruction = 'Hand on what you find\.'
plan = '''
for number in range(4):
    found = query_sql(query="SELECT urgent FROM inbox")
send_email(to="Ann", subject="Mail", body=str(found))
outbox(message=str(found[0]))
'''

[[rule]]
agent = "inbox"
role = "planner"
instruction = 'Is there urgent mail\?'
plan = '''
rows = query_sql(query="SELECT urgent FROM inbox")
rows[0]["urgent"] == 1
'''

[[rule]]
agent = "outbox"
role = "planner"
instruction = 'Tell (?P<who>\w+)\.'
plan = 'send_email(to=<<who>>, subject="Mail", body="There is urgent mail.")'
"#;

/// Makes a folder what the name says, and gives what stands on the page for names that every run has anew.
pub fn set_up(name: &str, folder: &Path, page: &str) -> Vec<(&'static str, String)> {
    let write = |file: &str, text: &str| {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    match name {
        "empty" => {}
        "applicants" => copy_scenario(folder),
        "readme" => {
            copy_scenario(&folder.join("scenarios/applicants"));
            // The home of whoever reads this.
            write(".cursor/server.py", SERVER);
            write(".cursor/mcp.json", &servers(&folder.join(".cursor/server.py")));
        }
        "editor" => {
            write("server.py", SERVER);
            write("mcp.json", &servers(&folder.join("server.py")));
        }
        "planner" => {
            copy_scenario(folder);
            write("planner.py", block(page, "import json, sys"));
        }
        "peers" => {
            write("letter.txt", "Dear office, file this.");
            let config = block(page, "peers = [");
            let models = "\n[models]\nplanner = \"exec:python3 planner.py\"\nquarantined = \"exec:python3 planner.py\"\n";
            write("caravan.toml", &format!("{config}{models}"));
            write("planner.py", PLANNER);
            for peer in ["reader", "clerk"] {
                write(
                    &format!("{peer}.py"),
                    block(page.split_once("## Peers").unwrap().1, &format!("# {peer}\n")),
                );
            }
        }
        "choosing" | "denied" => {
            // What the page draws is of an office without tools of its own.
            let own = "\ntools = [\"query_sql\", \"send_email\"]";
            write(
                "caravan.toml",
                &if name == "choosing" { CHOOSING.replacen(own, "", 1) } else { CHOOSING.to_owned() },
            );
            write("script.toml", CHOICES);
            write("inbox.sql", "CREATE TABLE inbox (urgent INTEGER); INSERT INTO inbox VALUES (1);");
        }
        other => panic!("there is no folder `{other}`"),
    }
    if name == "denied" { two_runs(folder) } else { Vec::new() }
}

/// What a folder has besides once a command has gone into it.
pub fn enter(folder: &Path) {
    fs::write(folder.join("letter.txt"), "Dear office, file this.").unwrap();
    let script = folder.join("script.toml");
    let text = fs::read_to_string(&script).unwrap();
    fs::write(script, format!("{text}{OTHERWISE}")).unwrap();
}

/// The example of a page that begins so.
fn block<'a>(page: &'a str, begins: &str) -> &'a str {
    let blocks = page.split("\n```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'));
    blocks.map(|(_, text)| text).find(|text| text.starts_with(begins)).unwrap()
}

fn servers(server: &Path) -> String {
    let server = server.to_str().unwrap();
    format!("{{\"mcpServers\": {{\"clock\": {{\"command\": \"python3\", \"args\": [\"{server}\"]}}}}}}")
}

fn copy_scenario(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    for entry in fs::read_dir(repository().join("scenarios/applicants")).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_file() {
            fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
        }
    }
}

/// One run that went well, and one that was refused after it had sent a mail.
fn two_runs(folder: &Path) -> Vec<(&'static str, String)> {
    let run = |instruction: &str| -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_caravan"));
        let output =
            command.args(["run", "--no-check", "--json", instruction]).current_dir(folder).output().unwrap();
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        told["run_id"].as_str().unwrap().to_owned()
    };
    vec![("r62b0", run("Tell whoever has to know.")), ("r62b1", run("Hand on what you find."))]
}
