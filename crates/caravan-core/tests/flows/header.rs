//! The header lines of a flow, read.

use std::collections::BTreeMap;

use caravan_core::plan::Strictness;
use serde_json::Value as Json;

/// What a flow is there to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// It would leak if a label were lost.
    Attack,
    /// It is ordinary, and a label too many would stop it.
    Precision,
    /// It shows what one strictness does not count.
    Level,
    /// It tries to say as much as it can: its messages are counted, at several budgets.
    Counted,
}

/// One file of the corpus.
#[derive(Debug)]
pub struct Flow {
    pub name: String,
    pub case: Case,
    pub variables: Vec<Variable>,
    pub tools: Vec<Tool>,
    pub agents: Vec<Agent>,
    pub quarantined: Alternatives,
    /// Bits that the gate allows.
    pub budget: u32,
    /// The most steps of each plan, if bounded.
    pub steps: Option<u64>,
    /// How many worlds the header describes.
    pub alternatives: usize,
    pub expectations: Vec<Expectation>,
    pub plan: String,
}

/// A value that the root's plan reads with `get_variable`.
#[derive(Debug)]
pub struct Variable {
    pub name: String,
    pub trusted: bool,
    pub values: Alternatives,
}

/// A stub tool.
#[derive(Debug)]
pub struct Tool {
    pub name: String,
    pub trusted: bool,
    pub effect: bool,
    pub fails: bool,
    pub reads: Option<Vec<String>>,
    pub writes: Option<Vec<String>>,
    pub returns: Option<Json>,
    /// Fields of its answer that a label rule declares trusted, each with the field that the rule looks at.
    pub trusted_fields: Vec<(String, Option<String>)>,
    pub answers: Alternatives,
}

/// A child of the root, or of an agent below it.
#[derive(Debug)]
pub struct Agent {
    /// The names from below the root, joined by `/`.
    pub path: String,
    pub mind: Mind,
}

/// What a child does.
#[derive(Debug)]
pub enum Mind {
    /// Runs this plan.
    Plan(String),
    /// Gives what a tool of its own answers.
    Answers(Alternatives),
    /// Gives a value that its plan spells out.
    Says(Alternatives),
}

/// Successive answers, for each of the worlds that the header describes.
pub type Alternatives = Vec<Vec<Json>>;

/// A line that says what must come of the flow.
#[derive(Debug)]
pub struct Expectation {
    pub levels: Vec<Strictness>,
    /// The one world it is about, counted from zero.
    pub alternative: Option<usize>,
    pub what: What,
    /// The line.
    pub text: String,
}

/// What is expected.
#[derive(Debug)]
pub enum What {
    /// `gate child#1 allow|deny`
    Gate { call: Call, allow: bool, because: Option<String>, part: Option<String>, bounds: Bounds },
    /// `message child#1 = "text"`
    Message { call: Call, text: String },
    /// `calls child 3`
    Calls { callee: String, count: usize },
    /// `tool send#1 allow|deny`
    Tool { call: Call, allow: bool },
    /// `label x[0] ...`, `structure x ...`, `answer ...`, `printed ...`, `argument send#1.to ...`, `pc send#1 ...`
    Label { subject: Subject, bounds: Bounds },
    /// `value x = JSON`
    Value { path: String, json: Json },
    /// `ends value|error|refused|findings`
    Ends(String),
    /// `error trusted|untrusted [KIND]`
    Error { trusted: bool, kind: Option<String> },
}

/// Whose label.
#[derive(Debug)]
pub enum Subject {
    /// That of a variable, or of something in it, with all that is in that.
    Deep(String),
    /// That of a container alone.
    Structure(String),
    /// That of what the plan ends with.
    Answer,
    /// That of all that was printed.
    Printed,
    /// That of a tool's argument.
    Argument(Call, String),
    /// The control at the call of a tool or a child.
    Pc(Call),
}

/// The n-th call of a tool or child, or all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub callee: String,
    pub nth: Option<usize>,
}

/// What a label must be.
#[derive(Debug, Default)]
pub struct Bounds {
    pub data: Option<bool>,
    pub control: Option<bool>,
    pub least: Option<f64>,
    pub most: Option<f64>,
}

impl Flow {
    /// Reads a file.
    pub fn parse(name: &str, text: &str) -> Result<Flow, String> {
        let mut flow = Flow {
            name: name.to_owned(),
            case: Case::Level,
            variables: Vec::new(),
            tools: Vec::new(),
            agents: Vec::new(),
            quarantined: Vec::new(),
            budget: 16,
            steps: None,
            alternatives: 1,
            expectations: Vec::new(),
            plan: text.to_owned(),
        };
        let mut has_case = false;
        for line in text.lines() {
            if let Some(code) = line.strip_prefix("#|") {
                let code = code.strip_prefix(' ').unwrap_or(code);
                match flow.agents.last_mut().map(|agent| &mut agent.mind) {
                    Some(Mind::Plan(plan)) => plan.push_str(&format!("{code}\n")),
                    _ => return Err(format!("`{line}` follows no `plan`")),
                }
            } else if let Some(line) = line.strip_prefix("#!") {
                let line = line.trim();
                has_case |= line.starts_with("case ");
                flow.line(line).map_err(|problem| format!("`{line}`: {problem}"))?;
            }
        }
        if !has_case {
            return Err("no `case`".to_owned());
        }
        let counts: Vec<usize> = flow.all_alternatives().map(Vec::len).filter(|count| *count > 1).collect();
        flow.alternatives = counts.iter().copied().max().unwrap_or(1);
        if counts.iter().any(|count| *count != flow.alternatives) {
            return Err("lines with several worlds have different numbers of them".to_owned());
        }
        Ok(flow)
    }

    /// The strictnesses that something is expected of.
    pub fn levels(&self) -> Vec<Strictness> {
        [Strictness::Explicit, Strictness::Cfi, Strictness::Noninterference]
            .into_iter()
            .filter(|level| self.expectations.iter().any(|expectation| expectation.levels.contains(level)))
            .collect()
    }

    fn all_alternatives(&self) -> impl Iterator<Item = &Alternatives> {
        let agents = self.agents.iter().filter_map(|agent| match &agent.mind {
            Mind::Plan(_) => None,
            Mind::Answers(values) | Mind::Says(values) => Some(values),
        });
        self.variables
            .iter()
            .map(|variable| &variable.values)
            .chain(self.tools.iter().map(|tool| &tool.answers))
            .chain(agents)
            .chain([&self.quarantined])
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = split_word(line);
        match word {
            "case" => {
                self.case = match rest {
                    "attack" => Case::Attack,
                    "precision" => Case::Precision,
                    "level" => Case::Level,
                    "counted" => Case::Counted,
                    _ => return Err("a case is `attack`, `precision`, `level` or `counted`".to_owned()),
                }
            }
            "untrusted" | "trusted" => {
                let (name, values) = declared(rest)?;
                self.variables.push(Variable { name: name.to_owned(), trusted: word == "trusted", values });
            }
            "tool" => self.tools.push(tool(rest)?),
            "returns" => {
                let (name, schema) = split_word(rest);
                self.tool(name)?.returns =
                    Some(serde_json::from_str(schema).map_err(|error| error.to_string())?);
            }
            "field" => {
                let words: Vec<&str> = rest.split_whitespace().collect();
                let [tool, field, "trusted", by @ ..] = words.as_slice() else {
                    return Err("write `field TOOL FIELD trusted [by=OTHER]`".to_owned());
                };
                let by = by.first().and_then(|word| word.strip_prefix("by=")).map(str::to_owned);
                self.tool(tool)?.trusted_fields.push(((*field).to_owned(), by));
            }
            "quarantined" => self.quarantined = declared(line)?.1,
            "child" => {
                let (declaration, values) = declared(rest)?;
                let (path, option) = split_word(declaration);
                let mind = match option {
                    "" => Mind::Answers(values),
                    "trusted" => Mind::Says(values),
                    other => return Err(format!("`{other}` is no kind of child")),
                };
                self.agents.push(Agent { path: path.to_owned(), mind });
            }
            "plan" => self.agents.push(Agent { path: rest.to_owned(), mind: Mind::Plan(String::new()) }),
            "budget" => self.budget = rest.parse().map_err(|_| "no number of bits".to_owned())?,
            "steps" => self.steps = Some(rest.parse().map_err(|_| "no number of steps".to_owned())?),
            levels => {
                let levels = levels.split(',').map(level).collect::<Result<Vec<_>, _>>()?.concat();
                let (alternative, rest) = match rest.strip_prefix('@') {
                    Some(rest) => {
                        let (number, rest) = split_word(rest);
                        (Some(ordinal(number)?), rest)
                    }
                    None => (None, rest),
                };
                let what = what(rest)?;
                self.expectations.push(Expectation { levels, alternative, what, text: line.to_owned() });
            }
        }
        Ok(())
    }

    fn tool(&mut self, name: &str) -> Result<&mut Tool, String> {
        self.tools
            .iter_mut()
            .find(|tool| tool.name == name)
            .ok_or_else(|| format!("no tool is called `{name}`"))
    }
}

/// `NAME [OPTIONS] [= JSON [then JSON] [| JSON]]`.
fn declared(text: &str) -> Result<(&str, Alternatives), String> {
    match text.split_once(" = ") {
        Some((declaration, values)) => Ok((declaration.trim(), alternatives(values)?)),
        None => Ok((text, vec![vec![Json::Null]])),
    }
}

fn alternatives(text: &str) -> Result<Alternatives, String> {
    if let Some(rest) = text.trim().strip_prefix("every ") {
        return every(rest);
    }
    let mut all = vec![Vec::new()];
    let mut rest = text.trim();
    loop {
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Json>();
        let value = stream.next().ok_or("a value is missing")?.map_err(|error| error.to_string())?;
        rest = rest.get(stream.byte_offset()..).unwrap_or_default().trim_start();
        if let Some(last) = all.last_mut() {
            last.push(value);
        }
        if let Some(after) = rest.strip_prefix('|') {
            all.push(Vec::new());
            rest = after.trim_start();
        } else if let Some(after) = rest.strip_prefix("then ") {
            rest = after.trim_start();
        } else if rest.is_empty() {
            return Ok(all);
        } else {
            return Err(format!("`{rest}` follows a value"));
        }
    }
}

/// The most worlds that one header may describe.
const MOST_WORLDS: usize = 5000;

/// `N of "letters"`: every text of so many letters. `N of [values]`: every list of so many of the values.
fn every(text: &str) -> Result<Alternatives, String> {
    let (count, values) = text.split_once(" of ").ok_or("write `every N of VALUES`")?;
    let count: u32 = count.trim().parse().map_err(|_| "no number of values")?;
    let values: Json = serde_json::from_str(values).map_err(|error| error.to_string())?;
    let (choices, is_text) = match values {
        Json::String(letters) => {
            (letters.chars().map(|letter| Json::from(letter.to_string())).collect(), true)
        }
        Json::Array(choices) => (choices, false),
        _ => return Err("the values are a text or a list".to_owned()),
    };
    let worlds = choices.len().checked_pow(count).filter(|worlds| *worlds <= MOST_WORLDS);
    let world = |mut number: usize| {
        let mut chosen = Vec::new();
        for _ in 0..count {
            chosen.extend(choices.get(number % choices.len()).cloned());
            number /= choices.len();
        }
        if is_text {
            Json::from(chosen.iter().filter_map(Json::as_str).collect::<String>())
        } else {
            Json::from(chosen)
        }
    };
    Ok((0..worlds.ok_or("too many worlds")?).map(|number| vec![world(number)]).collect())
}

fn tool(text: &str) -> Result<Tool, String> {
    let (declaration, answers) = declared(text)?;
    let mut words = declaration.split_whitespace();
    let mut tool = Tool {
        name: words.next().unwrap_or_default().to_owned(),
        trusted: false,
        effect: false,
        fails: false,
        reads: None,
        writes: None,
        returns: None,
        trusted_fields: Vec::new(),
        answers,
    };
    let states =
        |names: &str| Some(names.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect());
    for word in words {
        match word.split_once('=') {
            None if word == "trusted" => tool.trusted = true,
            None if word == "effect" => tool.effect = true,
            None if word == "fails" => tool.fails = true,
            Some(("reads", names)) => tool.reads = states(names),
            Some(("writes", names)) => tool.writes = states(names),
            _ => return Err(format!("`{word}` says nothing of a tool")),
        }
    }
    Ok(tool)
}

fn level(name: &str) -> Result<Vec<Strictness>, String> {
    match name {
        "explicit" => Ok(vec![Strictness::Explicit]),
        "cfi" => Ok(vec![Strictness::Cfi]),
        "noninterference" => Ok(vec![Strictness::Noninterference]),
        "all" => Ok(vec![Strictness::Explicit, Strictness::Cfi, Strictness::Noninterference]),
        _ => Err("neither a declaration nor a strictness".to_owned()),
    }
}

fn what(text: &str) -> Result<What, String> {
    let (word, rest) = split_word(text);
    match word {
        "gate" => {
            let (call_text, rest) = split_word(rest);
            let (verdict, rest) = split_word(rest);
            let mut because = None;
            let mut part = None;
            let mut others = Vec::new();
            for word in rest.split_whitespace() {
                match word.split_once('=') {
                    Some(("because", reason)) => because = Some(reason.to_owned()),
                    Some(("part", name)) => part = Some(name.to_owned()),
                    _ => others.push(word),
                }
            }
            let bounds = bounds(&others.join(" "))?;
            Ok(What::Gate { call: call(call_text)?, allow: allow(verdict)?, because, part, bounds })
        }
        "message" => {
            let (call_text, text) = rest.split_once(" = ").ok_or("a message is missing")?;
            let text = serde_json::from_str(text).map_err(|error| error.to_string())?;
            Ok(What::Message { call: call(call_text)?, text })
        }
        "calls" => {
            let (callee, count) = split_word(rest);
            let count = count.parse().map_err(|_| "no number of calls".to_owned())?;
            Ok(What::Calls { callee: callee.to_owned(), count })
        }
        "tool" => {
            let (call_text, verdict) = split_word(rest);
            Ok(What::Tool { call: call(call_text)?, allow: allow(verdict)? })
        }
        "label" | "structure" => {
            let (path, rest) = split_word(rest);
            let path = path.to_owned();
            let subject = if word == "label" { Subject::Deep(path) } else { Subject::Structure(path) };
            Ok(What::Label { subject, bounds: bounds(rest)? })
        }
        "answer" => Ok(What::Label { subject: Subject::Answer, bounds: bounds(rest)? }),
        "printed" => Ok(What::Label { subject: Subject::Printed, bounds: bounds(rest)? }),
        "argument" => {
            let (place, rest) = split_word(rest);
            let (call_text, name) = place.split_once('.').ok_or("write `argument TOOL#1.NAME`")?;
            let subject = Subject::Argument(call(call_text)?, name.to_owned());
            Ok(What::Label { subject, bounds: bounds(rest)? })
        }
        "pc" => {
            let (call_text, verdict) = split_word(rest);
            let bounds = Bounds { control: Some(trust(verdict)?), ..Bounds::default() };
            Ok(What::Label { subject: Subject::Pc(call(call_text)?), bounds })
        }
        "value" => {
            let (path, json) = rest.split_once(" = ").ok_or("a value is missing")?;
            let json = serde_json::from_str(json).map_err(|error| error.to_string())?;
            Ok(What::Value { path: path.to_owned(), json })
        }
        "ends" if ["value", "error", "refused", "findings"].contains(&rest) => {
            Ok(What::Ends(rest.to_owned()))
        }
        "error" => {
            let (verdict, kind) = split_word(rest);
            let kind = (!kind.is_empty()).then(|| kind.to_owned());
            Ok(What::Error { trusted: trust(verdict)?, kind })
        }
        _ => Err(format!("nothing is expected by `{word}`")),
    }
}

fn call(text: &str) -> Result<Call, String> {
    let (callee, nth) = text.split_once('#').ok_or("write a call as `NAME#1` or `NAME#*`")?;
    let nth = if nth == "*" { None } else { Some(ordinal(nth)?) };
    Ok(Call { callee: callee.to_owned(), nth })
}

/// A number that counts from one, as one that counts from zero.
fn ordinal(text: &str) -> Result<usize, String> {
    let number: usize = text.parse().map_err(|_| format!("`{text}` is no number"))?;
    number.checked_sub(1).ok_or_else(|| "counting begins with 1".to_owned())
}

fn bounds(text: &str) -> Result<Bounds, String> {
    let mut bounds = Bounds::default();
    for word in text.split_whitespace() {
        if let Some(bits) = word.strip_prefix("bits<=") {
            bounds.most = Some(bits_of(bits)?);
        } else if let Some(bits) = word.strip_prefix("bits>=") {
            bounds.least = Some(bits_of(bits)?);
        } else if let Some(verdict) = word.strip_prefix("data=") {
            bounds.data = Some(trust(verdict)?);
        } else if let Some(verdict) = word.strip_prefix("control=") {
            bounds.control = Some(trust(verdict)?);
        } else {
            return Err(format!("`{word}` bounds nothing"));
        }
    }
    Ok(bounds)
}

fn bits_of(text: &str) -> Result<f64, String> {
    if text == "unbounded" {
        Ok(f64::INFINITY)
    } else {
        text.parse().map_err(|_| format!("`{text}` is no number"))
    }
}

fn trust(word: &str) -> Result<bool, String> {
    match word {
        "trusted" => Ok(true),
        "untrusted" => Ok(false),
        _ => Err(format!("`{word}` is neither `trusted` nor `untrusted`")),
    }
}

fn allow(word: &str) -> Result<bool, String> {
    match word {
        "allow" => Ok(true),
        "deny" => Ok(false),
        _ => Err(format!("`{word}` is neither `allow` nor `deny`")),
    }
}

fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim()))
}

/// The answers of the world of this number; a line with one world says the same in all.
pub fn of_world(alternatives: &Alternatives, alternative: usize) -> &[Json] {
    alternatives.get(alternative).or_else(|| alternatives.first()).map_or(&[], Vec::as_slice)
}

/// The names of the children of each agent, by path; the root's is empty.
pub fn children(agents: &[Agent]) -> BTreeMap<String, Vec<String>> {
    let mut children: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for agent in agents {
        let (parent, name) = agent.path.rsplit_once('/').unwrap_or(("", &agent.path));
        children.entry(parent.to_owned()).or_default().push(name.to_owned());
    }
    children
}
