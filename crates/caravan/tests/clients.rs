//! Real clients drive `caravan serve`: the Python SDK's, the TypeScript SDK's, and two hundred connections at once.
//!
//! `CARAVAN_PYTHON` is a python3 with the SDK, `CARAVAN_NODE_SERVERS` the `node_modules` with the other; `cargo xtask test`
//! sets both. Where one is not set, there is nothing to test with.

#![cfg(feature = "serve")]
#![allow(clippy::unwrap_used, reason = "a test that fails may say so loudly")]

use std::process::Command;

/// Runs a client, and shows what it said if it failed.
fn run(mut client: Command) {
    let told = client.env("CARAVAN", env!("CARGO_BIN_EXE_caravan")).output().unwrap();
    let [out, err] = [&told.stdout, &told.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(told.status.success(), "{out}\n{err}");
}

fn script(name: &str) -> String {
    format!("{}/tests/clients/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_client_of_the_python_sdk_is_served() {
    let Ok(python) = std::env::var("CARAVAN_PYTHON") else { return };
    let mut client = Command::new(python);
    client.arg("-B").arg(script("python_client.py"));
    run(client);
}

#[cfg(feature = "bench")]
#[path = "../../caravan-bench/tests/assetops/sample.rs"]
mod sample;

#[cfg(feature = "bench")]
#[test]
fn the_client_of_the_python_sdk_is_served_the_tools_of_assetopsbench() {
    let Ok(python) = std::env::var("CARAVAN_PYTHON") else { return };
    let folder = tempfile::tempdir().unwrap();
    sample::write(folder.path());
    let mut client = Command::new(python);
    client.arg("-B").arg(script("assetops_client.py")).env("ASSETOPS", folder.path());
    run(client);
}

#[test]
fn the_client_of_the_typescript_sdk_is_served() {
    if std::env::var_os("CARAVAN_NODE_SERVERS").is_none() {
        return;
    }
    let mut client = Command::new("node");
    client.arg("--test").arg(script("typescript_client.mjs"));
    run(client);
}

#[test]
fn two_hundred_connections_get_their_own_and_memory_does_not_grow() {
    let Ok(python) = std::env::var("CARAVAN_PYTHON") else { return };
    let mut client = Command::new(python);
    client.arg("-B").arg(script("load.py")).args(["--runs", "1500", "--at-once", "200"]);
    run(client);
}
