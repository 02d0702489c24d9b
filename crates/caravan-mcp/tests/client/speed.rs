//! What a call over standard input and output costs beside what the server does.

use std::time::{Duration, Instant};

use caravan_mcp::client::ToolTerms;
use serde_json::json;

use crate::{Bench, program, wait};

/// A server that does nothing but answer.
const ECHO: &str = r#"
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    method = request.get("method")
    if "id" not in request: continue
    if method == "initialize":
        result = {"protocolVersion": request["params"]["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "echo", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": [{"name": "echo", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}]}
    elif method == "tools/call":
        result = {"content": [{"type": "text", "text": request["params"]["arguments"]["text"]}]}
    else:
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32601, "message": "no"}}), flush=True)
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"#;

/// The median of some calls.
fn median(calls: usize) -> Duration {
    let bench = Bench::new(program("python3", &["-c", ECHO]));
    let tool = bench.bound("echo", ToolTerms::default());
    let mut times: Vec<Duration> = wait(async {
        let mut times = Vec::new();
        for _ in 0..calls {
            let began = Instant::now();
            bench.client.call(&tool, json!({"text": "hello"}), false).await.unwrap();
            times.push(began.elapsed());
        }
        times
    });
    times.sort();
    times[calls / 2]
}

/// The figure of the documentation is what this prints; a machine that is at work on something else may take longer.
#[test]
fn a_call_over_standard_input_and_output_costs_little() {
    let median = median(300);
    println!("median of a call over standard input and output: {} us", median.as_micros());
    assert!(median < Duration::from_millis(20), "{median:?}");
}
