//! `caravan serve`: what is said before anything is served, and what a client is told over standard input and output.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use crate::{assert_no_inside, caravan, folder_with, outcome};

/// A server that is not there: whoever starts it before looking at the rest says so.
const NOT_THERE: &str = "root = \"clerk\"\n[agents.clerk]\ndescription = \"\"\ntools = [\"it/x\"]\n\
                         [servers.it]\ncommand = \"no-such-program\"\n";

#[test]
fn what_keeps_a_service_from_starting_is_told_before_any_server_is_started() {
    let folder = folder_with(NOT_THERE);
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for (arguments, token, said) in [
        (&["serve"][..], None, &["nothing says how to serve", "`--mcp`", "`--http ADDR`"][..]),
        (
            &["serve", "--http", &port],
            None,
            &["cannot be served: something listens there already", "another port"],
        ),
        (&["serve", "--http", "0"], Some(""), &["`CARAVAN_TOKEN` is set and empty", "unset CARAVAN_TOKEN"]),
        (&["serve", "--http", "0"], Some("short"), &["the token is shorter than 16 characters"]),
    ] {
        let mut command = caravan(arguments);
        command.current_dir(folder.path()).env_remove("CARAVAN_TOKEN");
        if let Some(token) = token {
            command.env("CARAVAN_TOKEN", token);
        }
        let (code, _, err) = outcome(command);
        assert_eq!(code, 2, "{err}");
        for part in said {
            assert!(err.contains(part), "`{part}` is not in: {err}");
        }
        assert!(!err.contains("no-such-program"), "{err}");
        assert_no_inside(&err);
    }
}

/// A client that speaks to the service line by line.
struct Client {
    service: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    asked: u64,
}

impl Client {
    fn new(folder: &std::path::Path) -> Client {
        let mut command = caravan(&["serve", "--mcp"]);
        command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut service = command.spawn().unwrap();
        let input = service.stdin.take();
        let output = BufReader::new(service.stdout.take().unwrap());
        let mut client = Client { service, input, output, asked: 0 };
        client.ask(
            "initialize",
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}),
        );
        client.send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    fn send(&mut self, message: Json) {
        writeln!(self.input.as_ref().unwrap(), "{message}").unwrap();
    }

    fn begin(&mut self, method: &str, params: Json) -> u64 {
        self.asked += 1;
        let mut message = json!({"jsonrpc": "2.0", "id": self.asked, "method": method});
        if !params.is_null() {
            message["params"] = params;
        }
        self.send(message);
        self.asked
    }

    /// The answer to a request: what comes before it is passed over.
    fn answer(&mut self, id: u64) -> Json {
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the service has ended");
            let message: Json = serde_json::from_str(&line).unwrap();
            if message["id"] == id {
                return message;
            }
        }
    }

    fn ask(&mut self, method: &str, params: Json) -> Json {
        let id = self.begin(method, params);
        self.answer(id)
    }

    fn tool(&mut self, name: &str, argument: (&str, &str)) -> Json {
        self.ask("tools/call", json!({"name": name, "arguments": {argument.0: argument.1}}))["result"].take()
    }

    /// Closes the input, and waits for the end.
    fn end(mut self) {
        drop(self.input.take());
        let began = Instant::now();
        while self.service.try_wait().unwrap().is_none() {
            assert!(began.elapsed() < Duration::from_secs(10), "it goes on");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // Unless it has ended.
        let _ = self.service.kill();
    }
}

/// Two agents, and no model.
const BARE: &str = "root = \"clerk\"\n[agents.clerk]\ndescription = \"\"\ntools = [\"send_email\"]\n\
                    children = [\"other\"]\n[agents.other]\ndescription = \"Helps.\"\n\
                    [servers.outbox]\nkind = \"mailbox\"\n";

#[test]
fn without_models_a_client_is_told_which_is_missing_and_pays_nothing_for_it() {
    let folder = folder_with(BARE);
    let mut client = Client::new(folder.path());
    let told = client.tool("ask", ("instruction", "Do it."));
    assert_eq!(told["isError"], true);
    let text = told["content"][0]["text"].as_str().unwrap();
    assert!(
        text.contains("no model is named for the role `planner`") && text.contains("`run_plan`"),
        "{text}"
    );
    for _ in 0..20 {
        let program = "return query_ai_assistant('what is 1 + 1?', output_schema=int)";
        let told = client.tool("run_plan", ("program", program));
        let text = told["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("there is no quarantined model here to ask"), "{text}");
        assert_eq!(told["structuredContent"]["error"]["line"], 1);
        let told = client.tool("run_plan", ("program", "return other(message='Help.')"));
        let text = told["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("the agent `other` cannot be called from here"), "{text}");
    }
    let tools = client.ask("tools/list", Json::Null);
    let described = tools["result"]["tools"].to_string();
    assert!(described.contains("def send_email("), "{described}");
    assert!(
        !described.contains("def query_ai_assistant") && !described.contains("def other("),
        "{described}"
    );
    assert_eq!(client.tool("run_plan", ("program", "x = 1"))["content"][0]["text"], "done, without a value");
    client.end();
}

#[test]
fn a_call_without_what_it_takes_is_told_what_that_is() {
    let folder = folder_with(BARE);
    let mut client = Client::new(folder.path());
    for params in [Json::Null, json!({}), json!({"arguments": {}})] {
        let answer = client.ask("tools/call", params);
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains("`name`"), "{answer}");
    }
    let answer = client.ask("tools/nothing", json!({}));
    assert_eq!(answer["error"]["code"], -32601, "{answer}");
    client.end();
}

#[test]
fn a_plan_that_computes_ends_when_its_call_is_cancelled_or_its_client_goes() {
    let folder = folder_with(BARE);
    let mut client = Client::new(folder.path());
    let endless = json!({"name": "run_plan", "arguments": {"program": "while True:\n    pass"}});
    for _ in 0..3 {
        let began = Instant::now();
        let id = client.begin("tools/call", endless.clone());
        client.ask("ping", Json::Null);
        client.send(
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}),
        );
        // The next plan of the session waits for the end of this one.
        assert_eq!(client.tool("run_plan", ("program", "1 + 1"))["structuredContent"]["result"], 2);
        assert!(began.elapsed() < Duration::from_secs(10));
    }
    client.begin("tools/call", endless);
    client.ask("ping", Json::Null);
    client.end();
}
