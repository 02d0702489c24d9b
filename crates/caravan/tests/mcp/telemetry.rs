//! Traces as a collector gets them, and as servers of MCP are told of them.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;
use serde_json::{Value as Json, json};

use crate::{Ran, Stage};

/// Writes down what requests say of the trace that they are part of.
const SERVER: &str = r#"
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    number, method = request.get("id"), request.get("method")
    if number is None:
        continue
    if method == "initialize":
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                  "serverInfo": {"name": "store", "version": "1"}}
    elif method == "tools/list":
        text = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
        result = {"tools": [{"name": name, "inputSchema": text} for name in ("keep", "fail")]}
    elif method == "tools/call":
        with open("meta.jsonl", "a") as log:
            log.write(json.dumps(request["params"].get("_meta", {})) + "\n")
        failed = request["params"]["name"] == "fail"
        result = {"content": [{"type": "text", "text": "hush-result"}], "isError": failed}
    else:
        result = {}
    print(json.dumps({"jsonrpc": "2.0", "id": number, "result": result}), flush=True)
"#;

/// Plays every role, and says what it took.
const MODEL: &str = r#"
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    usage = {"calls": 1, "input_tokens": 100, "cached_tokens": 40, "output_tokens": 10, "reasoning_tokens": 3}
    plan = open((request["agent"] or "root").replace("/", "_") + ".py").read()
    print(json.dumps({"id": request["id"], "text": "```python\n" + plan + "\n```", "usage": usage}), flush=True)
"#;

const CONFIG: &str = r#"
root = "boss"
[agents.boss]
description = "Has things done."
children = ["clerk"]
[agents.clerk]
description = "Keeps texts."
tools = ["keep", "fail"]
[servers.store]
command = "python3"
args = ["server.py"]
"#;

/// What a run without a lock file says, and these are without one.
const UNPINNED: &str =
    "note: what planners read of tools is not pinned: `caravan lock` shows it and pins it\n";

/// Two calls of a child; in each a call of a tool, and one that fails.
const BOSS: &str = "clerk('hush-message')\nreturn clerk('hush-other')";
const CLERK: &str =
    "keep(text='hush-argument')\ntry:\n    fail(text='x')\nexcept Exception:\n    pass\nreturn 'kept'";

/// A collector on this machine, which takes everything.
struct Collector {
    address: String,
    spans: Arc<Mutex<Vec<Span>>>,
    resources: Arc<Mutex<Vec<String>>>,
}

impl Collector {
    fn new() -> Collector {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (spans, resources) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(Vec::new())));
        let (taken, named) = (Arc::clone(&spans), Arc::clone(&resources));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (taken, named) = (Arc::clone(&taken), Arc::clone(&named));
                std::thread::spawn(move || while take(stream.as_ref().unwrap(), &taken, &named) {});
            }
        });
        Collector { address, spans, resources }
    }

    fn spans(&self) -> Vec<Told> {
        self.spans.lock().unwrap().iter().map(Told::of).collect()
    }

    fn resources(&self) -> String {
        self.resources.lock().unwrap().join("\n")
    }
}

/// Takes one request. False if there are no more.
fn take(stream: &TcpStream, spans: &Mutex<Vec<Span>>, resources: &Mutex<Vec<String>>) -> bool {
    let mut reader = BufReader::new(stream);
    let (mut first, mut length) = (String::new(), 0);
    if reader.read_line(&mut first).unwrap_or(0) == 0 {
        return false;
    }
    assert!(first.starts_with("POST /v1/traces "), "{first}");
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        match line.trim().split_once(": ") {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.parse().unwrap();
            }
            Some((name, value)) if name.eq_ignore_ascii_case("content-type") => {
                assert_eq!(value, "application/x-protobuf");
            }
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    for part in ExportTraceServiceRequest::decode(body.as_slice()).unwrap().resource_spans {
        resources.lock().unwrap().push(format!("{:?}", part.resource));
        spans.lock().unwrap().extend(part.scope_spans.into_iter().flat_map(|scope| scope.spans));
    }
    let mut answer = stream;
    answer.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").is_ok()
}

/// A span as tests read it.
#[derive(Debug)]
struct Told {
    name: String,
    id: String,
    above: String,
    trace: String,
    attributes: BTreeMap<String, String>,
    failed: bool,
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Told {
    fn of(span: &Span) -> Told {
        let value = |value: &Value| match value {
            Value::StringValue(text) => text.clone(),
            Value::IntValue(number) => number.to_string(),
            Value::BoolValue(is_so) => is_so.to_string(),
            other => format!("{other:?}"),
        };
        let attributes = span.attributes.iter().map(|attribute| {
            let told = attribute.value.as_ref().and_then(|any| any.value.as_ref());
            (attribute.key.clone(), told.map(value).unwrap_or_default())
        });
        Told {
            name: span.name.clone(),
            id: hex(&span.span_id),
            above: hex(&span.parent_span_id),
            trace: hex(&span.trace_id),
            attributes: attributes.collect(),
            failed: span.status.as_ref().is_some_and(|status| status.code == 2),
        }
    }

    fn get(&self, key: &str) -> &str {
        self.attributes.get(key).map_or("", String::as_str)
    }
}

fn named<'a>(spans: &'a [Told], name: &str) -> Vec<&'a Told> {
    spans.iter().filter(|span| span.name == name).collect()
}

fn stage(more: &str) -> Stage {
    Stage::new(&format!("{CONFIG}{more}"), BOSS)
        .write("clerk.py", CLERK)
        .write("server.py", SERVER)
        .write("model.py", MODEL)
}

fn run(stage: &Stage, variables: &[(&str, &str)]) -> Ran {
    let arguments = ["run", "--quiet", "--model", "exec:python3 model.py", "Do hush-instruction."];
    let mut command = stage.command(&arguments);
    command.envs(variables.iter().copied());
    let mut ran = stage.outcome(command);
    ran.err = ran.err.replacen(UNPINNED, "", 1);
    ran
}

fn meta(stage: &Stage) -> Vec<Json> {
    let text = std::fs::read_to_string(stage.path().join("meta.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn spans_are_nested_as_agents_are_and_servers_are_told_of_them() {
    let collector = Collector::new();
    let stage = stage(&format!("[telemetry]\nendpoint = \"{}\"\n", collector.address));
    let ran = run(&stage, &[]);
    assert_eq!((ran.exit, ran.out.as_str(), ran.err.as_str()), (0, "kept\n", ""));
    let spans = collector.spans();
    let root = named(&spans, "invoke_agent boss");
    let [root] = root.as_slice() else { panic!("{spans:?}") };
    assert_eq!((root.above.as_str(), root.failed), ("", false));
    assert!(spans.iter().all(|span| span.trace == root.trace));
    let clerks = named(&spans, "invoke_agent clerk");
    assert_eq!(clerks.len(), 2);
    assert!(clerks.iter().all(|clerk| clerk.above == root.id && !clerk.failed));
    let keeps = named(&spans, "execute_tool keep");
    let chats = named(&spans, "chat exec");
    for clerk in &clerks {
        let of_clerk = |spans: &[&Told]| spans.iter().filter(|span| span.above == clerk.id).count();
        assert_eq!((of_clerk(&keeps), of_clerk(&chats)), (1, 1));
    }
    assert_eq!(chats.iter().filter(|chat| chat.above == root.id).count(), 1);
    let [keep, _] = keeps.as_slice() else { panic!("{keeps:?}") };
    for (key, value) in [
        ("gen_ai.operation.name", "execute_tool"),
        ("gen_ai.tool.name", "keep"),
        ("mcp.method.name", "tools/call"),
        ("network.transport", "pipe"),
        ("caravan.server", "store"),
        ("caravan.line", "1"),
    ] {
        assert_eq!(keep.get(key), value, "{key}");
    }
    let failed = named(&spans, "execute_tool fail");
    assert_eq!(failed.len(), 2);
    assert!(failed.iter().all(|call| call.failed && call.get("error.type") == "tool_error"));
    for (key, value) in [
        ("gen_ai.operation.name", "chat"),
        ("gen_ai.provider.name", "exec"),
        ("gen_ai.usage.input_tokens", "100"),
        ("gen_ai.usage.output_tokens", "10"),
        ("gen_ai.usage.cache_read.input_tokens", "40"),
    ] {
        assert_eq!(chats[0].get(key), value, "{key}");
    }
    // An agent's span has what it and the agents below it took.
    assert_eq!(root.get("gen_ai.usage.input_tokens"), "300");
    assert_eq!(clerks[0].get("gen_ai.usage.input_tokens"), "100");
    // Each server's request names the span of the call.
    let told: Vec<String> =
        meta(&stage).iter().map(|meta| meta["traceparent"].as_str().unwrap_or_default().to_owned()).collect();
    assert_eq!(told.len(), 4);
    for call in keeps.iter().chain(&failed) {
        assert!(told.contains(&format!("00-{}-{}-01", call.trace, call.id)), "{told:?}");
    }
    assert!(collector.resources().contains("\"caravan\""));
}

#[test]
fn content_is_in_spans_only_where_somebody_asks_for_it() {
    const SWITCH: &str = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT";
    for (settings, variables, is_there) in [
        ("", &[][..], false),
        ("content = true\n", &[], true),
        ("content = true\n", &[(SWITCH, "false")], false),
        ("content = false\n", &[(SWITCH, "true")], true),
    ] {
        let collector = Collector::new();
        let stage = stage(&format!("[telemetry]\nendpoint = \"{}\"\n{settings}", collector.address));
        let variables = [variables, &[("CLERK_TOKEN", "hush-argument")]].concat();
        assert_eq!(run(&stage, &variables).exit, 0);
        let spans = collector.spans();
        assert_eq!(spans.len(), 10);
        let told = format!("{spans:?}");
        for text in ["hush-instruction", "hush-message", "hush-result"] {
            assert_eq!(told.contains(text), is_there, "{text} with {settings:?} in {told}");
        }
        // Keys are in no span.
        assert!(!told.contains("hush-argument"), "{told}");
    }
}

#[test]
fn a_refused_call_is_a_span_that_failed_and_the_run_has_failed_with_it() {
    let collector = Collector::new();
    let stage = stage("")
        .write("root.py", "return clerk(clerk('hush-message'))")
        .write("clerk.py", "return keep(text='x')");
    let variables =
        [("OTEL_EXPORTER_OTLP_ENDPOINT", collector.address.as_str()), ("OTEL_SERVICE_NAME", "mine")];
    let ran = run(&stage, &variables);
    assert_eq!(ran.exit, 3, "{}", ran.err);
    let spans = collector.spans();
    let denied: Vec<&Told> = spans.iter().filter(|span| span.get("error.type") == "denied").collect();
    let [denied] = denied.as_slice() else { panic!("{spans:?}") };
    assert_eq!((denied.name.as_str(), denied.failed), ("invoke_agent clerk", true));
    let root = named(&spans, "invoke_agent boss");
    assert!(root[0].failed && root[0].id == denied.above && root[0].get("error.type") == "Denied");
    assert!(collector.resources().contains("\"mine\""));
}

#[test]
fn a_dead_collector_costs_a_line_and_no_time() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let unreachable = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for (address, most) in [(unreachable, 1), (silent.local_addr().unwrap(), 3)] {
        let stage = stage(&format!("[telemetry]\nendpoint = \"http://{address}\"\n"));
        let usual = Instant::now();
        assert_eq!(run(&stage, &[("OTEL_SDK_DISABLED", "true")]).exit, 0);
        let usual = usual.elapsed();
        let begun = Instant::now();
        let ran = run(&stage, &[]);
        assert!(begun.elapsed() < usual + Duration::from_secs(most), "{:?}", begun.elapsed());
        assert_eq!((ran.exit, ran.out.as_str()), (0, "kept\n"));
        assert_eq!(ran.err.lines().count(), 1, "{address}: {}", ran.err);
        assert!(ran.err.starts_with(&format!("note: the collector at {address} does not take traces")));
    }
}

#[test]
fn what_names_no_collector_is_shown_with_its_line() {
    let ran = run(&stage("[telemetry]\nendpoint = \"localhost:4318\"\n"), &[]);
    assert_eq!(ran.exit, 2);
    let told = ran.err;
    assert!(told.contains("is no http or https address") && told.contains("caravan.toml:13"), "{told}");
}

/// A client of `caravan serve --mcp` whose call is part of a trace.
#[test]
fn a_run_is_part_of_its_clients_trace() {
    let collector = Collector::new();
    let stage = stage(&format!("[telemetry]\nendpoint = \"{}\"\n", collector.address));
    let mut command = stage.command(&["serve", "--mcp", "--model", "exec:python3 model.py"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut served = command.spawn().unwrap();
    let mut to = served.stdin.take().unwrap();
    let mut from = BufReader::new(served.stdout.take().unwrap());
    let client = json!({
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"},
    });
    let trace = "0af7651916cd43dd8448eb211c80319c";
    let call = json!({
        "name": "ask",
        "arguments": {"instruction": "Do it."},
        "_meta": {"traceparent": format!("00-{trace}-b7ad6b7169203331-01"), "tracestate": "vendor=told"},
    });
    for message in [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}),
    ] {
        writeln!(to, "{message}").unwrap();
    }
    let answer = loop {
        let mut line = String::new();
        assert!(from.read_line(&mut line).unwrap() > 0, "it ended before it answered");
        let told: Json = serde_json::from_str(&line).unwrap();
        if told["id"] == 2 {
            break told;
        }
    };
    assert_eq!(answer["result"]["structuredContent"]["answer"]["value"], "kept", "{answer}");
    drop(to);
    assert!(served.wait().unwrap().success());
    let spans = collector.spans();
    let root = named(&spans, "invoke_agent boss");
    assert_eq!((root[0].trace.as_str(), root[0].above.as_str()), (trace, "b7ad6b7169203331"));
    let begins = format!("00-{trace}-");
    for meta in meta(&stage) {
        assert!(meta["traceparent"].as_str().unwrap().starts_with(&begins), "{meta}");
        assert_eq!(meta["tracestate"], "vendor=told");
    }
}
