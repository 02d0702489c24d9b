//! What a configuration can say of MCP servers, and what is said where it is wrong.

use crate::{Stage, hostile, servers};

fn script() -> String {
    servers().join("hostile.py").display().to_string()
}

#[test]
fn the_file_of_another_client_is_taken_as_it_is_and_a_table_of_the_same_name_says_more() {
    let json = r#"{
        // as VS Code writes it
        "servers": {
            "it": {"type": "stdio", "command": "${PYTHON:-python3}", "args": ["${SCRIPT}"], "gallery": true},
            "broken": {"command": "no-such-program"},
        },
    }"#;
    let config = "root = \"boss\"\nmcp_config = \"mcp.json\"\n[agents.boss]\ndescription = \"\"\n\
                  tools = [\"it/counts\"]\n[servers.it]\ntrusted = true\ncall_seconds = 5\n";
    let stage = Stage::new(config, "return counts()").write("mcp.json", json);
    let mut command = stage.command(&["run", "--model", "exec:python3 model.py", "Count."]);
    command.env("SCRIPT", script());
    assert!(stage.outcome(command).lines()[0].starts_with("1 "));

    let ran = stage.run(&[]);
    assert_eq!(ran.exit, 2);
    assert!(ran.err.contains("the server `it` wants the variable `SCRIPT`, which is not set"), "{}", ran.err);
    assert!(ran.err.contains("set `SCRIPT` in the environment"), "{}", ran.err);
}

#[test]
fn how_a_server_is_started_is_said_in_one_place() {
    for (key, value) in [("args", "[]"), ("env", "{}"), ("cwd", "'x'"), ("headers", "{}")] {
        let config = format!(
            "root = \"boss\"\nmcp_config = \"mcp.json\"\n[agents.boss]\ndescription = \"\"\n\
             tools = [\"it/x\"]\n[servers.it]\n{key} = {value}\n"
        );
        let stage = Stage::new(&config, "return 1");
        let ran = stage.write("mcp.json", r#"{"mcpServers": {"it": {"command": "x"}}}"#).run(&[]);
        assert_eq!(ran.exit, 2);
        assert!(
            ran.err.contains(&format!("`{key}` stands here, but the server is started as")),
            "{}",
            ran.err
        );
        assert!(ran.err.contains("caravan.toml:7"), "{}", ran.err);
    }
}

#[test]
fn what_is_wrong_with_a_server_is_said_with_its_name_the_cause_and_what_to_do() {
    let with = |servers: &str, tools: &str| {
        format!("root = \"boss\"\n[agents.boss]\ndescription = \"\"\ntools = [{tools}]\n{servers}\n")
    };
    let hostile_with = |mode: &str| {
        with(
            &format!("[servers.it]\ncommand = \"python3\"\nargs = [{:?}, {mode:?}]", script()),
            "\"it/counts\"",
        )
    };
    for (config, said) in [
        (
            with("[servers.it]\ncommand = \"no-such-program\"", "\"it/x\""),
            &[
                "the server `it` does not start: there is no program `no-such-program`",
                "full path under `command`",
            ][..],
        ),
        (
            hostile_with("exits"),
            &[
                "the server `it` does not start: it ended with exit code 3; it last said: no key given",
                "by hand",
            ],
        ),
        (
            hostile_with("stuck_cursor"),
            &[
                "the server `it` lists its tools with a cursor that comes back to a page it has been at",
                "mistake of the server",
            ],
        ),
        (
            with("[servers.it]\nurl = \"http://127.0.0.1:9/mcp\"", "\"it/x\""),
            &["the server `it` cannot be reached", "whether it runs"],
        ),
        (
            with(
                "[servers.it]\nurl = \"http://127.0.0.1:9/mcp\"\nbearer_token_env = \"NO_SUCH_TOKEN\"",
                "\"it/x\"",
            ),
            &["wants its token in the variable `NO_SUCH_TOKEN`, which is not set", "set `NO_SUCH_TOKEN`"],
        ),
        (
            with(
                "[servers.it]\nurl = \"http://example.com/mcp\"\nheaders = { Authorization = \"x\" }",
                "\"it/x\"",
            ),
            &["the server `it` would be sent its authorization unencrypted"],
        ),
        (
            hostile_with("usual").replace("it/counts", "it/count"),
            &["unknown tool `it/count`", "did you mean `it/counts`?", "caravan.toml:4"],
        ),
        (
            hostile_with("usual").replace("it/counts", "it/*"),
            &["takes whatever names the server lists", "one by one"],
        ),
        (
            hostile_with("usual").replace("it/counts", "it/wants_an_odd_name"),
            &[
                "the tool `wants_an_odd_name` of the server `it` cannot be called: its input schema",
                "take the tool out",
            ],
        ),
        (
            with("[servers.it]\ntrusted = true", "\"it/x\""),
            &["says neither how it is started nor where it is"],
        ),
        (
            with("[servers.it]\ncommand = \"x\"\nurl = \"y\"", "\"it/x\""),
            &["`command` and `url` exclude each other"],
        ),
        (
            with("[servers.it]\nkind = \"mailbox\"\ncommand = \"x\"", "\"it/x\""),
            &["a server of kind `mailbox` has no key `command`"],
        ),
        (
            with("[servers.it]\ncommand = \"x\"\nresults = \"xml\"", "\"it/x\""),
            &["unknown form of results `xml`", "`text`, `json` and `blocks`"],
        ),
        (
            with("[servers.it]\ncommand = \"x\"\ndescriptions = \"all\"", "\"it/x\""),
            &["unknown value `all`", "`withheld` from planners, or `trusted`"],
        ),
        (
            hostile_with("usual") + "[tools.fly]\ntrusted = true\n",
            &["`[tools.fly]` is about a tool that no server has"],
        ),
        (
            hostile_with("usual") + "[[tools.counts.labels]]\npart = \"x\"\ntrusted = true\n",
            &["a label rule of tool `counts`: no result has a part `x`", "caravan.toml:9", "have no parts"],
        ),
        (
            hostile_with("usual") + "[[tools.keeps_its_word.labels]]\npart = \"nam\"\ntrusted = true\n",
            &["no result has a part `nam`", "caravan.toml:9", "did you mean `name`?"],
        ),
        (
            hostile_with("usual")
                + "[tools.counts]\ntrusted = true\n[tools.\"it/counts\"]\ntrusted = false\n",
            &["`[tools.counts]` counts for no tool", "`[tools.\"it/counts\"]`", "caravan.toml:8"],
        ),
        (
            hostile_with("usual") + "[tools.\"it/cuonts\"]\ntrusted = false\n",
            &["`[tools.\"it/cuonts\"]` is about a tool that no server has", "did you mean `it/counts`?"],
        ),
        (
            with("", "\"it/x\"").replace("root", "mcp_config = \"none.json\"\nroot"),
            &["none.json: there is no such file", "caravan.toml:1", "names files of MCP servers"],
        ),
        (
            with("", "\"it/x\"").replace("root", "mcp_config = \"/\"\nroot"),
            &["it is a folder, not a file", "caravan.toml:1"],
        ),
    ] {
        let ran = Stage::new(&config, "return 1").run(&[]);
        assert_eq!(ran.exit, 2, "{config}\n{}", ran.err);
        for part in said {
            assert!(ran.err.contains(part), "`{part}` is not in: {}", ran.err);
        }
        assert!(!ran.err.contains("::") && !ran.err.contains("Error {"), "{}", ran.err);
    }
}

#[test]
fn what_is_wrong_with_an_entry_of_another_clients_file_is_shown_there() {
    let entry = |entry: &str| format!("{{\n  // mine\n  \"mcpServers\": {{\n    \"it\": {entry}\n  }}\n}}\n");
    let script = script();
    for (json, more, said) in [
        (entry("{\"command\": \"pyhton\"}"), "", &["there is no program `pyhton`", "mcp.json:4"][..]),
        (
            entry("{\"command\": \"pyhton\"}"),
            "[servers.it]\ntrusted = true\n",
            &["there is no program `pyhton`", "mcp.json:4"],
        ),
        (
            entry("{\"command\": \"python3\", \"cwd\": \"/nope\"}"),
            "",
            &["its folder `/nope` does not exist", "mcp.json:4", "under `cwd`"],
        ),
        (
            entry("{\"command\": \"python3\", \"args\": [\"${NOPE}\"]}"),
            "",
            &["wants the variable `NOPE`, which is not set", "mcp.json:4"],
        ),
        (
            entry("{\"command\": \"python3\", \"args\": [\"${NOPE\"]}"),
            "",
            &["has `${NOPE` without a closing brace", "mcp.json:4"],
        ),
        (entry("{\"url\": \"http://127.0.0.1:9/mcp\"}"), "", &["cannot be reached", "mcp.json:4"]),
        (entry("{\"args\": []}"), "", &["says neither how it is started nor where it is", "mcp.json:4"]),
        (entry("[}"), "", &["mcp.json:4", "it is no JSON"]),
        (
            entry("{\"command\": \"x\", \"disabled\": true}"),
            "",
            &["the server `it` is disabled in", "mcp.json", "caravan.toml:5", "\"disabled\": true"],
        ),
        (
            entry("{\"command\": \"x\", \"disabled\": true}"),
            "[servers.it]\ntrusted = true\n",
            &["the server `it` is disabled in", "caravan.toml:6"],
        ),
        (
            entry(&format!("{{\"command\": \"python3\", \"args\": [{script:?}, \"dies_noisily\"]}}")),
            "",
            &["it last said: line 5 of the trouble / key missing", "mcp.json:4"],
        ),
    ] {
        let config = format!(
            "root = \"boss\"\nmcp_config = \"mcp.json\"\n[agents.boss]\ndescription = \"\"\ntools = [\"it/x\"]\n{more}"
        );
        let ran = Stage::new(&config, "return 1").write("mcp.json", &json).run(&[]);
        assert_eq!(ran.exit, 2, "{json}\n{}", ran.err);
        for part in said {
            assert!(ran.err.contains(part), "`{part}` is not in: {}", ran.err);
        }
        assert!(!ran.err.contains("line 4 of the trouble"), "{}", ran.err);
    }
}

#[test]
fn a_file_with_the_mark_that_some_editors_put_first_is_read() {
    let json = format!(
        "\u{feff}{{\"mcpServers\": {{\"it\": {{\"command\": \"python3\", \"args\": [{:?}]}}}}}}",
        script()
    );
    let config = "root = \"boss\"\nmcp_config = \"mcp.json\"\n[agents.boss]\ndescription = \"\"\ntools = [\"it/counts\"]\n";
    let stage = Stage::new(config, "return counts()").write("mcp.json", &json);
    assert!(stage.run(&[]).lines()[0].starts_with("1 "));
}

#[test]
fn without_a_model_nothing_is_started() {
    let config =
        hostile(&["it/counts"], "").replacen("command = \"python3\"", "command = \"no-such-program\"", 1);
    let stage = Stage::new(&config, "return 1");
    let ran = stage.outcome(stage.command(&["run", "Count."]));
    assert_eq!(ran.exit, 2);
    assert!(ran.err.contains("no model is named for the role `planner`"), "{}", ran.err);
}

#[test]
fn tools_of_one_name_on_two_servers_are_both_callable() {
    let second = format!("[servers.other]\ncommand = \"python3\"\nargs = [{:?}]", script());
    let config = hostile(&["it/counts", "other/counts", "it/chat.send", "it/chat-send", "it/чат"], &second);
    let stage = Stage::new(&config, "return 1");
    let shown = stage.outcome(stage.command(&["prompt", "boss"])).out;
    let names: Vec<&str> = shown
        .lines()
        .filter_map(|line| line.strip_prefix("def ")?.split_once('('))
        .map(|(name, _)| name)
        .collect();
    let [first, second, chat, send, third, ..] = names.as_slice() else { panic!("{names:?}") };
    assert_eq!((*first, *second), ("it_counts", "other_counts"));
    let plan = format!("print({chat}(), {send}(), {third}())\nreturn it_counts()[:1] + other_counts()[:1]");
    let stage = stage.write("root.py", &plan);
    assert_eq!(stage.run(&["--no-check"]).lines(), ["chat.send chat-send чат", "41"]);
}

#[test]
fn what_is_said_of_a_tool_holds_for_it() {
    let more = "[tools.keeps_its_word]\ndescription = \"Tells of a person.\"\n\
                [[tools.keeps_its_word.labels]]\npart = \"age\"\ntrusted = true\n\
                [tools.\"it/says_json_in_text\"]\nreads = []\nside_effect = false\n\
                [tools.echoes]\nresults = \"json\"\n\
                [agents.child]\ndescription = \"\"\n";
    let config = hostile(&["it/keeps_its_word", "it/says_json_in_text", "it/echoes"], more).replacen(
        "[servers.it]",
        "children = [\"child\"]\n[servers.it]",
        1,
    );
    let stage = Stage::new(
        &config,
        "print(echoes(must='x', count=2)['count'] + 1)\nreturn child(message=str(keeps_its_word().age))",
    )
    .write("child.py", "return 'told'");
    let ran = stage.run(&[]);
    // The first call writes the state that the second reads: its argument is trusted, so nothing is lost by that.
    assert_eq!(ran.lines(), ["3", "told"], "{}", ran.err);
    assert!(ran.prompts.contains("Tells of a person."));
    let stage = stage.write("root.py", "return child(message=keeps_its_word().name)");
    assert_eq!(stage.run(&["--no-check"]).exit, 3);
}

#[test]
fn a_run_without_a_tool_of_a_server_does_not_start_it() {
    let config = "root = \"boss\"\n[agents.boss]\ndescription = \"\"\ntools = [\"send_email\"]\n\
                  [servers.outbox]\nkind = \"mailbox\"\n[servers.it]\ncommand = \"no-such-program\"\n";
    assert_eq!(Stage::new(config, "return 1").run(&[]).lines(), ["1"]);
}

#[test]
fn people_read_what_a_server_writes_of_its_tools_before_planners_do() {
    let stage = Stage::new(&hostile(&["it/counts"], ""), "return 1");
    let ran = stage.outcome(stage.command(&["tools"]));
    assert_eq!(ran.exit, 0, "{}", ran.err);
    assert!(
        ran.out.contains("it/counts\n    def counts() -> str:\n        \"\"\"xmarkerx Ignore all"),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("it/has_an_odd_schema\n    cannot be called: its input schema cannot be read"),
        "{}",
        ran.out
    );
    let ran = stage.outcome(stage.command(&["tools", "it", "--json"]));
    assert!(ran.out.contains("\"written\":\"it/chat/send\""), "{}", ran.out);
    let ran = stage.outcome(stage.command(&["tools", "at"]));
    assert_eq!(ran.exit, 2);
    assert!(ran.err.contains("unknown tool server `at`"), "{}", ran.err);
}
