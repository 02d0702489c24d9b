//! Configurations: what is refused, and what plans and planners see of the rest.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    reason = "a test that fails may say so loudly"
)]

mod stage;

use caravan_core::instruction::Instruction;
use caravan_core::label::AgentPath;
use caravan_core::prompt::guide;
use caravan_core::settings::Defense;
use caravan_core::system::{AgentSpec, System, SystemErrorKind, SystemSpec, ToolSpec};
use serde_json::json;
use stage::hierarchy;

type Told<T> = (SystemErrorKind, T);

fn refused(change: impl FnOnce(&mut SystemSpec)) -> Told<String> {
    let mut spec = hierarchy();
    change(&mut spec);
    let error = System::build(spec).expect_err("built");
    (error.kind(), error.to_string())
}

#[test]
fn every_mistake_in_a_configuration_is_told() {
    use SystemErrorKind as Kind;
    let cases: Vec<(Told<String>, Told<&str>)> = vec![
        (
            refused(|spec| spec.root = "chief".into()),
            (
                Kind::UnknownAgent,
                "the configuration names the agent `chief`, which is not declared; there are `boss`, `reader` and `sender`",
            ),
        ),
        (
            refused(|spec| spec.agents[0].children.push("writer".into())),
            (
                Kind::UnknownAgent,
                "agent `boss` names the agent `writer`, which is not declared; there are `boss`, `reader` and `sender`",
            ),
        ),
        (
            refused(|spec| spec.agents[1].tools.push("grep".into())),
            (
                Kind::UnknownTool,
                "agent `reader` names the tool `grep`, which is not declared; there are `clock`, `fails`, `flag`, `note`, `read` and `send`",
            ),
        ),
        (
            refused(|spec| spec.agents.push(AgentSpec { name: "boss".into(), ..AgentSpec::default() })),
            (Kind::DuplicateName, "two agents are called `boss`"),
        ),
        (
            refused(|spec| spec.tools.push(ToolSpec { name: "read".into(), ..ToolSpec::default() })),
            (Kind::DuplicateName, "two tools are called `read`"),
        ),
        (
            refused(|spec| {
                spec.tools.push(ToolSpec { name: "sender".into(), ..ToolSpec::default() });
                spec.agents[0].tools.push("sender".into());
            }),
            (Kind::DuplicateName, "agent `boss` has a tool and a child that are both called `sender`"),
        ),
        (
            refused(|spec| spec.agents[0].children.push("sender".into())),
            (Kind::DuplicateName, "agent `boss` names the agent `sender` twice"),
        ),
        (
            refused(|spec| spec.agents[1].children.push("boss".into())),
            (
                Kind::Cycle,
                "the hierarchy has a cycle: boss -> reader -> boss; break it, or set `depth_bound` to how many agents deep calls may go",
            ),
        ),
        (
            refused(|spec| spec.agents[2].children.push("sender".into())),
            (
                Kind::Cycle,
                "the hierarchy has a cycle: sender -> sender; break it, or set `depth_bound` to how many agents deep calls may go",
            ),
        ),
        (
            refused(|spec| spec.tools[0].name = "get_variable".into()),
            (Kind::BadName, "tool `get_variable` has a name that plans use for something else"),
        ),
        (
            refused(|spec| spec.tools[0].parameters = json!({"type": "strin"})),
            (Kind::BadSchema, "the input schema of tool `read`: unknown type `strin` at ``"),
        ),
        (
            refused(|spec| spec.tools[0].parameters = json!({"type": "string"})),
            (Kind::BadSchema, "the input schema of tool `read`: it describes `str` and not an object"),
        ),
        (
            refused(|spec| spec.tools[0].returns = Some(json!({"$ref": "#/$defs/x"}))),
            (
                Kind::BadSchema,
                "the output schema of tool `read`: `$ref` to `#/$defs/x`, where there is nothing at ``",
            ),
        ),
        (
            refused(|spec| spec.agents[0].sends_to = vec!["writer".into()]),
            (
                Kind::UnknownAgent,
                "agent `boss` names the agent `writer`, which is not declared; there are `boss`, `reader` and `sender`",
            ),
        ),
        (
            refused(|spec| spec.agents[0].sends_to = vec!["boss".into()]),
            (
                Kind::BadRecipient,
                "agent `boss` sends messages to itself; keep the value in a variable of the plan, or in the memory",
            ),
        ),
        (
            refused(|spec| {
                spec.agents[0].memory = true;
                spec.tools[0].name = "memory".into();
                spec.agents[0].tools[0] = "memory".into();
            }),
            (
                Kind::BadName,
                "agent `boss` has a tool or child called `memory`, which is what its plans call what agents share; call it something else",
            ),
        ),
        (
            refused(|spec| spec.peers = vec!["boss".into()]),
            (
                Kind::RootAndPeers,
                "there are a root and peers: a system has one agent that gets the user's instruction, or peers that each get one",
            ),
        ),
        (
            refused(|spec| (spec.root, spec.peers) = (String::new(), vec!["boss".into(), "chief".into()])),
            (
                Kind::UnknownAgent,
                "the list of peers names the agent `chief`, which is not declared; there are `boss`, `reader` and `sender`",
            ),
        ),
        (
            refused(|spec| spec.tools[0].server = "#memory".into()),
            (
                Kind::BadName,
                "the tool `read` has the state `#memory`, and names that begin with `#` are those of what agents share; call it something else",
            ),
        ),
        (
            refused(|spec| {
                for depth in 0..14 {
                    for side in ["left", "right"] {
                        let below = |side: &str| format!("{side}{}", depth + 1);
                        let children =
                            if depth < 13 { vec![below("left"), below("right")] } else { Vec::new() };
                        let name = format!("{side}{depth}");
                        spec.agents.push(AgentSpec { name, children, ..AgentSpec::default() });
                    }
                }
                spec.agents[0].children = vec!["left0".into(), "right0".into()];
            }),
            (
                Kind::TooManyPaths,
                "there are more than 10000 ways from the root down to its agents; give agents fewer parents, or lower `depth_bound`",
            ),
        ),
        (
            refused(|spec| {
                spec.agents[0].children.push("boss".into());
                spec.agents[1].children = vec!["boss".into(), "reader".into()];
                spec.depth_bound = Some(40);
            }),
            (
                Kind::TooManyPaths,
                "there are more than 10000 ways from the root down to its agents; give agents fewer parents, or lower `depth_bound`",
            ),
        ),
        (
            refused(|spec| spec.depth_bound = Some(0)),
            (Kind::BadBound, "a depth bound of 0 leaves no agent to run"),
        ),
    ];
    for (found, (kind, message)) in cases {
        assert_eq!(found, (kind, message.to_owned()));
    }
    for name in ["", "two words", "1st", "class", "a-b", "a/b"] {
        let (kind, message) = refused(|spec| spec.agents[1].name = name.into());
        assert_eq!(kind, Kind::BadName, "{message}");
    }
}

#[test]
fn a_tool_whose_name_is_no_identifier_is_called_by_one_and_keeps_its_own_for_its_server() {
    let mut spec = hierarchy();
    let named = |name: &str| ToolSpec { name: name.into(), ..ToolSpec::default() };
    let names = ["chat.send", "chat send", "chat_send_2", "1st", "class", "größe", ""];
    spec.tools.extend(names.map(named));
    spec.agents[1].tools.extend(names.map(String::from));
    let system = System::build(spec).expect("built");
    let reader = system.agent(&AgentPath::root().child("reader")).expect("reader");
    let called: Vec<(&str, &str)> = system
        .tools(reader)
        .map(|tool| (tool.declared_name(), tool.name()))
        .filter(|(a, b)| a != b)
        .collect();
    let expected = [
        ("chat.send", "chat_send"),
        ("chat send", "chat_send_3"),
        ("1st", "_1st"),
        ("class", "_class"),
        ("größe", "gr__e"),
        ("", "_"),
    ];
    assert_eq!(called, expected);
    assert!(system.tool(reader, "chat_send_2").is_some_and(|tool| tool.declared_name() == "chat_send_2"));
}

#[test]
fn a_cycle_is_allowed_with_a_bound_and_paths_end_there() {
    let mut spec = hierarchy();
    spec.agents[1].children.push("boss".into());
    spec.depth_bound = Some(3);
    let system = System::build(spec).expect("a system");
    let paths: Vec<String> = system.paths().iter().map(ToString::to_string).collect();
    assert_eq!(paths, ["", "reader", "reader/boss", "sender"]);
}

#[test]
fn an_agent_with_several_parents_stands_at_several_paths() {
    let mut spec = hierarchy();
    spec.agents[1].children.push("sender".into());
    let system = System::build(spec).expect("a system");
    let paths: Vec<String> = system.paths().iter().map(ToString::to_string).collect();
    assert_eq!(paths, ["", "reader", "reader/sender", "sender"]);
    let deep = AgentPath::root().child("reader").child("sender");
    assert_eq!(system.agent(&deep).map(|agent| agent.name()), Some("sender"));
    assert!(system.agent(&AgentPath::root().child("sender").child("reader")).is_none());
    assert_eq!(system.path_of("sender"), Some(AgentPath::root().child("sender")));
    assert_eq!(system.path_of("boss"), Some(AgentPath::root()));
    assert_eq!(system.path_of("writer"), None);
}

#[test]
fn peers_stand_at_paths_of_their_own_names() {
    let mut spec = hierarchy();
    spec.peers = vec!["boss".into(), "sender".into()];
    spec.root = String::new();
    let system = System::build(spec).expect("a system");
    let paths: Vec<String> = system.paths().iter().map(ToString::to_string).collect();
    assert_eq!(paths, ["boss", "boss/reader", "boss/sender", "sender"]);
    assert_eq!(system.peers().collect::<Vec<_>>(), ["boss", "sender"]);
    assert_eq!(system.path_of("reader").expect("a path").as_str(), "boss/reader");
    let card = system.card(&AgentPath::root().child("sender"), Defense::Multi).expect("a card");
    assert!(card.contains("Your plan runs once in each round"), "{card}");
    let card = system.card(&AgentPath::root().child("boss").child("reader"), Defense::Multi).expect("a card");
    assert!(!card.contains("in each round"), "{card}");
}

#[test]
fn an_environment_names_tools_children_and_the_states_below_them() {
    let system = System::build(hierarchy()).expect("a system");
    let environment = system.environment(&AgentPath::root(), Defense::Multi).expect("an environment");
    assert!(environment.protocol && environment.quarantined_model);
    let tools: Vec<&str> = environment.tools.iter().map(|tool| &*tool.name).collect();
    assert_eq!(tools, ["read", "flag", "fails", "clock"]);
    assert_eq!(environment.tools[0].reads, ["read_server".into()]);
    assert!(environment.tools[0].writes.is_empty(), "a tool without a side effect writes no state");
    let writes: Vec<Vec<&str>> = environment
        .children
        .iter()
        .map(|child| child.writes.iter().map(|state| &**state).collect())
        .collect();
    assert_eq!(writes, [vec![], vec!["send_server"]]);
    assert!(!system.environment(&AgentPath::root(), Defense::Individual).expect("an environment").protocol);
}

#[test]
fn what_an_agent_can_write_includes_what_the_agents_below_it_can_write() {
    let mut spec = hierarchy();
    spec.agents[0].children = vec!["reader".into()];
    spec.agents[1].children = vec!["sender".into()];
    let system = System::build(spec).expect("a system");
    let environment = system.environment(&AgentPath::root(), Defense::Multi).expect("an environment");
    assert_eq!(environment.children[0].writes, ["send_server".into()]);
}

#[test]
fn parameters_without_a_default_come_first() {
    let mut spec = hierarchy();
    spec.tools[0].parameters = json!({
        "type": "object",
        "properties": {"limit": {"type": "integer", "default": 5}, "query": {"type": "string"}},
        "required": ["query"],
    });
    let system = System::build(spec).expect("a system");
    let card = system.card(&AgentPath::root(), Defense::Multi).expect("a card");
    assert!(card.contains("def read(query: str, limit: int | None = None) -> str:"), "{card}");
}

#[test]
fn records_of_two_tools_that_share_a_name_are_told_apart() {
    let mut spec = hierarchy();
    let row =
        |field: &str| json!({"title": "Row", "properties": {field: {"type": "string"}}, "required": [field]});
    spec.tools[0].returns = Some(row("a"));
    spec.tools[1].returns = Some(json!({"type": "array", "items": row("b")}));
    spec.tools[3].returns = Some(row("a"));
    let system = System::build(spec).expect("a system");
    let environment = system.environment(&AgentPath::root(), Defense::Multi).expect("an environment");
    let returns: Vec<String> = environment.tools.iter().map(|tool| tool.returns.python()).collect();
    assert_eq!(returns, ["Row", "list[Row_2]", "str", "Row"]);
    let card = system.card(&AgentPath::root(), Defense::Multi).expect("a card");
    assert_eq!(card.matches("class Row:").count(), 1);
    assert_eq!(card.matches("class Row_2:").count(), 1);
}

#[test]
fn a_card_shows_the_agent_its_tools_and_its_children() {
    let mut spec = hierarchy();
    spec.agents[0].tools = vec!["read".into()];
    spec.tools[0].parameters = json!({
        "type": "object",
        "properties": {"folder": {"type": "string", "description": "Where\nto look."}},
        "required": ["folder"],
    });
    spec.tools[0].returns = Some(json!({"type": "array", "items": {
        "title": "Email",
        "properties": {"subject": {"type": "string", "description": "The first line."}},
        "required": ["subject"],
    }}));
    spec.agents[0].children = vec!["sender".into()];
    let system = System::build(spec).expect("a system");
    let card = system.card(&AgentPath::root(), Defense::Multi).expect("a card");
    assert_eq!(
        card,
        r#"You plan for the agent `boss`. The agent boss.

Classes of what tools take and return:

class Email:
    subject: str  # The first line.

Tools:

def read(folder: str) -> list[Email]:
    """The tool read.

    folder: Where to look."""

Agents:

def sender(message: str, variables: dict[str, Any] = {}, output_schema: type = str) -> Any:
    """The agent sender."""

The quarantined model:

def query_ai_assistant(query: str, output_schema: type = str) -> Any:
    """Reads the text in `query` and answers with a value of `output_schema`. It sees nothing but `query`, so put the data into it. Raises ValueError if the text does not hold what is asked for."""
"#
    );
    let card = system.card(&AgentPath::root(), Defense::Individual).expect("a card");
    assert!(card.contains("def sender(message: str) -> str:"), "{card}");
}

#[test]
fn the_guide_is_short_and_the_same_for_every_agent() {
    let system = System::build(hierarchy()).expect("a system");
    for defense in [Defense::Individual, Defense::Multi] {
        assert!(guide(defense).chars().count() <= 4000);
        for path in system.paths() {
            let request = system.plan_request(&path, defense, Instruction::from_user("x"), Vec::new(), None);
            assert_eq!(request.expect("a request").guide(), guide(defense));
        }
    }
}

#[test]
fn a_request_renders_as_two_turns() {
    let system = System::build(hierarchy()).expect("a system");
    let names = vec![Instruction::from_user("rows"), Instruction::from_user("a")];
    let schema = Some(Instruction::from_user("{\"type\": \"string\"}"));
    let instruction = Instruction::from_user("Send it.");
    let request = system
        .plan_request(&AgentPath::root(), Defense::Multi, instruction, names, schema)
        .expect("a request");
    assert_eq!(
        request.user(),
        "Send it.\n\nVariables to read with `get_variable`: `a`, `rows`\n\nReturn a value of this JSON schema: {\"type\": \"string\"}"
    );
    let card = system.card(&AgentPath::root(), Defense::Multi).expect("a card");
    assert_eq!(request.system(), format!("{}\n\n{card}", guide(Defense::Multi).trim_end()));
    let names: Vec<&str> = request.callables().iter().map(|callable| &*callable.name).collect();
    assert_eq!(names, ["read", "flag", "fails", "clock", "reader", "sender"]);
}
