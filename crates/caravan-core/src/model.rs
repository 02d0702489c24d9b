//! The border to models: what a planner, a quarantined model and a tool-calling agent are asked, and what
//! they may answer.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use caravan_label::AgentPath;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::gate::instruction::Instruction;

/// A future that a trait object can return.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A language model, or what stands in for one, in any of its roles.
pub trait Model: Send + Sync {
    /// The name that reports and recordings show, such as `openai:gpt-5` or `scripted`.
    fn name(&self) -> &str;

    /// The planner: reads trusted text alone and answers with a plan, possibly with prose around it.
    ///
    /// # Errors
    ///
    /// The model could not be reached, or gave no usable text.
    fn plan<'a>(&'a self, request: &'a PlanRequest) -> BoxFuture<'a, Result<Reply<String>, ModelError>>;

    /// The quarantined model: reads untrusted text and answers with a value of a schema, as JSON. One
    /// conversation of one turn, no tools, no memory.
    ///
    /// # Errors
    ///
    /// The model could not be reached, or gave no JSON.
    fn extract<'a>(
        &'a self,
        request: &'a ExtractRequest,
    ) -> BoxFuture<'a, Result<Reply<Extraction>, ModelError>>;

    /// The tool-calling agent of the defense `none`: reads everything.
    ///
    /// # Errors
    ///
    /// The model could not be reached, or gave an answer of no known form.
    fn converse<'a>(&'a self, request: &'a Conversation) -> BoxFuture<'a, Result<Reply<Turn>, ModelError>>;
}

/// An answer and what it took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reply<T> {
    /// The answer.
    pub content: T,
    /// What it took.
    pub usage: Usage,
}

/// Tokens and calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Requests answered.
    pub calls: u64,
    /// Tokens read.
    pub input_tokens: u64,
    /// Tokens of those that a cache held.
    pub cached_tokens: u64,
    /// Tokens written, thoughts included.
    pub output_tokens: u64,
    /// Tokens of those that were thoughts.
    #[serde(default)]
    pub reasoning_tokens: u64,
}

impl std::ops::AddAssign for Usage {
    fn add_assign(&mut self, other: Usage) {
        self.calls += other.calls;
        self.input_tokens += other.input_tokens;
        self.cached_tokens += other.cached_tokens;
        self.output_tokens += other.output_tokens;
        self.reasoning_tokens += other.reasoning_tokens;
    }
}

/// What a planner is asked. Every part is trusted text: the fixed prompt and the pinned descriptions, or
/// an [`Instruction`]. Only a [`System`](crate::system::System) makes one.
#[derive(Clone, Debug)]
pub struct PlanRequest {
    // INVARIANT: no text in here but the system's own, instructions, and the same planner's earlier answers.
    pub(crate) agent: AgentPath,
    pub(crate) guide: String,
    pub(crate) card: String,
    pub(crate) callables: Vec<Callable>,
    pub(crate) protocol: bool,
    pub(crate) instruction: Instruction,
    pub(crate) variables: Vec<Instruction>,
    pub(crate) schema: Option<Instruction>,
    pub(crate) earlier: Vec<EarlierTurn>,
    pub(crate) attempts: Vec<Attempt>,
}

impl PlanRequest {
    /// Whose planner it is.
    pub fn agent(&self) -> &AgentPath {
        &self.agent
    }

    /// The part of the prompt that is the same for every agent under one defense.
    pub fn guide(&self) -> &str {
        &self.guide
    }

    /// The agent's own part: its description, tools and children as Python signatures.
    pub fn card(&self) -> &str {
        &self.card
    }

    /// The same tools and children by name, for models that are programs.
    pub fn callables(&self) -> &[Callable] {
        &self.callables
    }

    /// Whether children are called by the protocol (`variables`, `output_schema`) or with free text alone.
    pub fn protocol(&self) -> bool {
        self.protocol
    }

    /// What the planner is to do.
    pub fn instruction(&self) -> &Instruction {
        &self.instruction
    }

    /// The names that `get_variable` knows, sorted.
    pub fn variables(&self) -> &[Instruction] {
        &self.variables
    }

    /// The schema of the value to return, as JSON text, if one was asked for.
    pub fn schema(&self) -> Option<&Instruction> {
        self.schema.as_ref()
    }

    /// What was said in the same conversation before, the oldest turn first.
    pub fn earlier(&self) -> &[EarlierTurn] {
        &self.earlier
    }

    /// Earlier answers to the same request, and what was wrong with each.
    pub fn attempts(&self) -> &[Attempt] {
        &self.attempts
    }
}

/// A tool or child that a planner can call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Callable {
    /// The name in plans.
    pub name: String,
    /// Whether it is a child agent.
    pub is_agent: bool,
    /// What it is for.
    pub description: String,
    /// The JSON schema of its parameters.
    pub parameters: Json,
}

/// A turn of a conversation that has ended: what the user asked, the plan, and what its planner may know of how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierTurn {
    // INVARIANT: the plan is an answer of the planner that is asked again.
    pub(crate) instruction: Instruction,
    pub(crate) plan: String,
    pub(crate) told: Instruction,
}

impl EarlierTurn {
    /// What the user had asked.
    pub fn instruction(&self) -> &Instruction {
        &self.instruction
    }

    /// The plan that ran.
    pub fn plan(&self) -> &str {
        &self.plan
    }

    /// What came of it, as far as the planner may know: a value that nothing untrusted is in, or the name of one.
    pub fn told(&self) -> &Instruction {
        &self.told
    }
}

/// A plan that was refused before anything ran, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    // INVARIANT: an answer of the planner that is asked again.
    pub(crate) answer: String,
    pub(crate) problem: Instruction,
}

impl Attempt {
    /// What the planner had answered.
    pub fn answer(&self) -> &str {
        &self.answer
    }

    /// What was wrong with it, for the planner to read: trusted text alone.
    pub fn problem(&self) -> &Instruction {
        &self.problem
    }
}

/// What a quarantined model is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExtractRequest {
    /// Whose quarantined model it is, as text.
    pub agent: String,
    /// The question, with the untrusted text in it.
    pub query: String,
    /// The JSON schema of the answer.
    pub schema: Json,
}

/// What a quarantined model may answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Extraction {
    /// A value; whoever asked validates it against the schema.
    Value(Json),
    /// The text does not hold what was asked for.
    NotEnoughInformation,
    /// The model would not answer.
    Refused,
    /// A filter of the provider's stopped the answer.
    Filtered,
}

/// What a tool-calling agent is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conversation {
    /// Whose model it is, as text.
    pub agent: String,
    /// The system prompt.
    pub system: String,
    /// The turns so far, the first being the instruction.
    pub messages: Vec<Message>,
    /// What it can call.
    pub tools: Vec<Callable>,
}

/// One message of a tool-calling conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
pub enum Message {
    /// The user's turn.
    User {
        /// Its text.
        content: String,
    },
    /// The model's turn.
    Assistant(Turn),
    /// The result of a call.
    Tool {
        /// The call that it answers.
        call_id: String,
        /// The tool's or child's name.
        name: String,
        /// The result as text.
        content: String,
    },
}

/// A tool-calling model's turn: calls to make, or, without any, its final answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// What it says.
    #[serde(default)]
    pub content: String,
    /// What it wants called, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ToolCall>,
}

/// A call that a tool-calling model wants made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The model's name for the call.
    pub id: String,
    /// The tool's or child's name.
    pub name: String,
    /// The arguments, a JSON object.
    pub arguments: Json,
}

/// Why a model gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelError {
    kind: ModelErrorKind,
    message: String,
    #[serde(default)]
    usage: Usage,
}

/// The kinds of failures of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelErrorKind {
    /// Nothing answered: connection, name look-up, TLS.
    Unreachable,
    /// No answer came in time.
    TimedOut,
    /// The key was not accepted or is missing.
    Unauthorized,
    /// The provider answered with an error.
    Provider,
    /// The answer was not of the form that the protocol promises.
    Malformed,
    /// The model would not answer.
    Refused,
    /// A filter of the provider's stopped the answer.
    Filtered,
    /// The answer was empty or cut off.
    Incomplete,
    /// A recording or a script has no answer to this.
    NoAnswer,
    /// What the run may take of models is used up: the request was not made.
    BudgetUsedUp,
    /// The plans of the run are fixed, and this request is none of those that they answer.
    NotReviewed,
}

impl ModelError {
    /// A failure of this kind. `message` is for people: lower case, no full stop, no key in it.
    pub fn new(kind: ModelErrorKind, message: impl Into<String>) -> ModelError {
        ModelError { kind, message: message.into(), usage: Usage::default() }
    }

    /// The same failure of requests that took this.
    #[must_use]
    pub fn with_usage(mut self, usage: Usage) -> ModelError {
        self.usage = usage;
        self
    }

    /// What the requests took that led to it.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// The kind of failure.
    pub fn kind(&self) -> ModelErrorKind {
        self.kind
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ModelError {}
