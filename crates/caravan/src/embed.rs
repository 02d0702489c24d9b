//! Caravan inside of a program: a system of agents built in code, with the program's own functions as tools.
//!
//! A [`Function`] is a tool: an asynchronous function whose argument and result are ordinary Rust types, from which the
//! schemas are derived that planners and the check read. A [`Builder`] puts functions, agents, models, a policy and the
//! person to ask together; the [`Caravan`] that comes of it runs instructions and holds conversations.
//!
//! ```
//! use caravan::core::drive::Models;
//! use caravan::core::effect::ToolFailure;
//! use caravan::embed::{Agent, Caravan, Function};
//! use schemars::JsonSchema;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, JsonSchema)]
//! struct Search {
//!     /// Words that the letter has to hold.
//!     words: String,
//! }
//!
//! #[derive(Serialize, JsonSchema)]
//! struct Letter {
//!     sender: String,
//!     body: String,
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let search = Function::new("search", "Searches the user's letters.", async |search: Search| {
//!     let body = format!("a letter with {}", search.words);
//!     Ok(vec![Letter { sender: "ann@example.com".into(), body }])
//! });
//! # use caravan::model::scripted::{ScriptedModel, Style};
//! # let model = ScriptedModel::from_toml(
//! #     "[[rule]]\nagent = \"\"\nrole = \"planner\"\nprotocol = true\ninstruction = '.*'\n\
//! #      plan = 'return [letter.sender for letter in search(words=\"rent\")]'",
//! #     Style::Keeps,
//! # )?;
//! # let model = std::sync::Arc::new(model);
//! let caravan = Caravan::builder(Models::all(model))
//!     .tool(search)
//!     .agent(Agent::new("assistant").describe("Reads the user's letters.").tool("search"))
//!     .build()?;
//!
//! # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
//! # runtime.block_on(async {
//! let outcome = caravan.run("Who wrote about the rent?").await?;
//! let senders = outcome.answer.expect("an answer").to_json();
//! assert_eq!(senders, serde_json::json!(["ann@example.com"]));
//! # Ok(())
//! # })
//! # }
//! ```

mod function;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use caravan_core::approval::{Approver, NobodyThere};
use caravan_core::drive::{DriveError, Means, Models, carry_on};
use caravan_core::effect::{Moment, ToolAnswer, ToolFailure, ToolRequest};
use caravan_core::instruction::Instruction;
use caravan_core::journal::NoJournal;
use caravan_core::model::BoxFuture;
use caravan_core::outcome::RunOutcome;
use caravan_core::policy::Policy;
use caravan_core::run::Run;
use caravan_core::settings::Settings;
use caravan_core::state::States;
use caravan_core::system::{AgentSpec, System, SystemError, SystemSpec};
use caravan_core::toolbox::Toolbox;
use serde_json::Value as Json;

use crate::assembly::Assembly;
use crate::config::{Config, ConfigError};
use crate::conversation::Conversation;

pub use function::Function;

/// A system of agents that is ready to run, with its tools, models and settings.
///
/// Runs share what the tools' states hold: what untrusted data has written in one run is untrusted in the next.
pub struct Caravan {
    system: Arc<System>,
    toolbox: Arc<dyn Toolbox>,
    models: Models,
    settings: Settings,
    /// How long a run may take.
    time: Option<Duration>,
    approver: Arc<dyn Approver>,
    states: Mutex<States>,
}

impl fmt::Debug for Caravan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caravan").field("models", &self.models).finish_non_exhaustive()
    }
}

impl Caravan {
    /// Begins a system in code, whose planners and quarantined models are these.
    ///
    /// See the [module](self) for an example.
    pub fn builder(models: Models) -> Builder {
        Builder {
            agents: Vec::new(),
            functions: Vec::new(),
            depth_bound: None,
            models,
            settings: Settings::default(),
            approver: Arc::new(NobodyThere),
        }
    }

    /// The system that a `caravan.toml` describes, its servers open. Its strictness and budget are the file's.
    ///
    /// Servers are started and listed meanwhile: on an asynchronous runtime, call it where blocking is allowed.
    ///
    /// # Errors
    ///
    /// The file cannot be used, or a server that it names.
    ///
    /// ```no_run
    /// use caravan::embed::Caravan;
    /// # fn models() -> caravan::core::drive::Models { unimplemented!() }
    ///
    /// let caravan = Caravan::open("caravan.toml".as_ref(), models())?;
    /// # Ok::<(), caravan::config::ConfigError>(())
    /// ```
    pub fn open(file: &Path, models: Models) -> Result<Caravan, ConfigError> {
        let config = Config::load_or_find(Some(file))?;
        let assembly = Assembly::new(&config, None)?;
        let usual = Settings::default();
        Ok(Caravan {
            system: Arc::clone(assembly.system()),
            settings: assembly.settings(Settings {
                strictness: config.strictness,
                budget: caravan_label::Bits::whole(config.choice_budget),
                ..usual
            }),
            time: assembly.time(),
            toolbox: Arc::new(assembly),
            models,
            approver: Arc::new(NobodyThere),
            states: Mutex::default(),
        })
    }

    /// The same system, which asks this person.
    #[must_use]
    pub fn with_approver(self, approver: impl Approver + 'static) -> Caravan {
        Caravan { approver: Arc::new(approver), ..self }
    }

    /// The checked hierarchy.
    pub fn system(&self) -> &Arc<System> {
        &self.system
    }

    /// Runs an instruction to its end. It is trusted: planners read it.
    ///
    /// # Errors
    ///
    /// The run could not be carried on; what goes wrong inside it is part of its outcome.
    pub async fn run(&self, instruction: &str) -> Result<RunOutcome, DriveError> {
        self.run_with(instruction, Vec::new()).await
    }

    /// The same, with data that no planner reads: opaque, untrusted variables of the root's plan, by name.
    ///
    /// # Errors
    ///
    /// As [`Caravan::run`].
    pub async fn run_with(
        &self,
        instruction: &str,
        data: Vec<(String, Json)>,
    ) -> Result<RunOutcome, DriveError> {
        let before = self.states().clone();
        let instruction = Instruction::from_user(instruction);
        let run = Run::new(Arc::clone(&self.system), self.settings.clone(), instruction, data);
        let mut begun = Begun { caravan: self, run: run.with_states(&before), before };
        let means = Means { models: &self.models, toolbox: &*self.toolbox, approver: &*self.approver };
        let mut journal = NoJournal;
        let running = carry_on(&mut begun.run, means, &mut journal);
        let outcome = match self.time {
            None => running.await?,
            Some(time) => match tokio::time::timeout(time, running).await {
                Ok(outcome) => outcome?,
                Err(_) => begun.run.out_of_time(time),
            },
        };
        self.states().update(&begun.before, &States::of(outcome.world()));
        Ok(outcome)
    }

    /// A conversation, in which nothing was said yet.
    ///
    /// ```no_run
    /// # async fn talk(caravan: caravan::embed::Caravan) -> Result<(), caravan::conversation::TurnError> {
    /// use caravan::core::approval::NobodyThere;
    ///
    /// let mut conversation = caravan.conversation();
    /// conversation.attach("letter", "Dear Sir or Madam".into());
    /// let answer = |outcome: &mut caravan::core::outcome::RunOutcome| {
    ///     println!("{:?}", outcome.answer.as_ref().map(|answer| answer.to_text()));
    /// };
    /// let turn = conversation.ask("Who wrote the letter?", &NobodyThere, answer).await?;
    /// assert!(!turn.begins_anew);
    /// # Ok(())
    /// # }
    /// ```
    pub fn conversation(&self) -> Conversation<'_> {
        Conversation::new(&self.system, &*self.toolbox, &self.models, self.settings.clone())
    }

    fn states(&self) -> std::sync::MutexGuard<'_, States> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A run under way. However it ends, what it has written into the tools' states is noted.
struct Begun<'a> {
    caravan: &'a Caravan,
    run: Run,
    before: States,
}

impl Drop for Begun<'_> {
    fn drop(&mut self) {
        self.caravan.states().update(&self.before, &self.run.states());
    }
}

/// An agent of a system that is built in code.
///
/// ```
/// use caravan::embed::Agent;
///
/// let billing = Agent::new("billing").describe("Pays bills.").tool("pay").child("mail");
/// let reader = Agent::new("reader").describe("Reads files.").tool("read").without_quarantined_model();
/// ```
#[derive(Clone, Debug)]
pub struct Agent {
    spec: AgentSpec,
}

impl Agent {
    /// An agent without tools. The name is an identifier, by which its parents' plans call it.
    pub fn new(name: impl Into<String>) -> Agent {
        Agent { spec: AgentSpec { name: name.into(), quarantined_model: true, ..AgentSpec::default() } }
    }

    /// What it is for, as its own planner and those of its parents read it.
    #[must_use]
    pub fn describe(mut self, description: impl Into<String>) -> Agent {
        self.spec.description = description.into();
        self
    }

    /// It has this tool.
    #[must_use]
    pub fn tool(mut self, name: impl Into<String>) -> Agent {
        self.spec.tools.push(name.into());
        self
    }

    /// It can call this agent.
    #[must_use]
    pub fn child(mut self, name: impl Into<String>) -> Agent {
        self.spec.children.push(name.into());
        self
    }

    /// Its plans can ask no quarantined model.
    #[must_use]
    pub fn without_quarantined_model(mut self) -> Agent {
        self.spec.quarantined_model = false;
        self
    }
}

/// A system that is being built. See the [module](self) for an example.
#[must_use]
pub struct Builder {
    agents: Vec<Agent>,
    functions: Vec<Function>,
    depth_bound: Option<usize>,
    models: Models,
    settings: Settings,
    approver: Arc<dyn Approver>,
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("agents", &self.agents)
            .field("functions", &self.functions)
            .field("models", &self.models)
            .finish_non_exhaustive()
    }
}

impl Builder {
    /// Adds an agent. The first one added is the root, which gets the user's instruction.
    pub fn agent(mut self, agent: Agent) -> Builder {
        self.agents.push(agent);
        self
    }

    /// Adds a tool, which the agents that name it can call.
    pub fn tool(mut self, function: Function) -> Builder {
        self.functions.push(function);
        self
    }

    /// Sets strictness, budget, limits and all else that holds for a run.
    ///
    /// ```
    /// # fn example(builder: caravan::embed::Builder) -> caravan::embed::Builder {
    /// use caravan::core::settings::Settings;
    /// use caravan::plan::Strictness;
    ///
    /// builder.settings(Settings { strictness: Strictness::Noninterference, ..Settings::default() })
    /// # }
    /// ```
    pub fn settings(mut self, settings: Settings) -> Builder {
        self.settings = settings;
        self
    }

    /// Decides about every call of a tool.
    ///
    /// ```
    /// use caravan::core::policy::{Decision, Policy, PolicyCall};
    /// use caravan::plan::World;
    ///
    /// /// Nothing is sent at all.
    /// #[derive(Debug)]
    /// struct ReadOnly;
    ///
    /// impl Policy for ReadOnly {
    ///     fn name(&self) -> &str {
    ///         "read-only"
    ///     }
    ///
    ///     fn decide(&self, call: &PolicyCall<'_>, _: &mut World) -> Decision {
    ///         match call.tool.has_side_effect() {
    ///             true => Decision::deny(self.name(), "this system only reads"),
    ///             false => Decision::allow(self.name(), "it only reads"),
    ///         }
    ///     }
    /// }
    /// # fn example(builder: caravan::embed::Builder) -> caravan::embed::Builder {
    ///
    /// builder.policy(ReadOnly)
    /// # }
    /// ```
    pub fn policy(mut self, policy: impl Policy + 'static) -> Builder {
        self.settings.policy = Arc::new(policy);
        self
    }

    /// Asks this person where the policy wants one to say. Without it nobody is there, and the answer is no.
    ///
    /// ```
    /// use caravan::core::approval::{Approval, ApprovalRequest, Approver};
    /// use caravan::core::model::BoxFuture;
    ///
    /// /// Says yes to whatever the agent `notes` wants.
    /// struct NotesMay;
    ///
    /// impl Approver for NotesMay {
    ///     fn approve<'a>(&'a self, request: &'a ApprovalRequest) -> BoxFuture<'a, Approval> {
    ///         let may = request.agent == "notes";
    ///         Box::pin(async move { if may { Approval::Yes } else { Approval::No } })
    ///     }
    /// }
    /// # fn example(builder: caravan::embed::Builder) -> caravan::embed::Builder {
    /// use caravan::core::policy::AskFirst;
    ///
    /// builder.policy(AskFirst).approver(NotesMay)
    /// # }
    /// ```
    pub fn approver(mut self, approver: impl Approver + 'static) -> Builder {
        self.approver = Arc::new(approver);
        self
    }

    /// Lets agents call each other in a circle, so many agents deep at most.
    pub fn depth_bound(mut self, agents: usize) -> Builder {
        self.depth_bound = Some(agents);
        self
    }

    /// Checks the hierarchy.
    ///
    /// # Errors
    ///
    /// A name that is unknown, used twice or no identifier; a schema that cannot be read; a circle without a bound.
    ///
    /// ```
    /// # let model = caravan::model::scripted::ScriptedModel::from_toml("", Default::default()).unwrap();
    /// # let models = caravan::core::drive::Models::all(std::sync::Arc::new(model));
    /// use caravan::embed::{Agent, Caravan};
    ///
    /// let error = Caravan::builder(models).agent(Agent::new("a").tool("nowhere")).build().unwrap_err();
    /// assert!(error.to_string().contains("nowhere"));
    /// ```
    pub fn build(self) -> Result<Caravan, SystemError> {
        let system = System::build(SystemSpec {
            root: self.agents.first().map(|agent| agent.spec.name.clone()).unwrap_or_default(),
            agents: self.agents.into_iter().map(|agent| agent.spec).collect(),
            tools: self.functions.iter().map(|function| function.spec().clone()).collect(),
            depth_bound: self.depth_bound,
            ..SystemSpec::default()
        })?;
        let functions = self.functions.into_iter();
        let functions = functions.map(|function| (function.spec().name.clone(), function)).collect();
        Ok(Caravan {
            system: Arc::new(system),
            toolbox: Arc::new(Functions(functions)),
            models: self.models,
            settings: self.settings,
            time: None,
            approver: self.approver,
            states: Mutex::default(),
        })
    }
}

/// The program's own functions, by name.
struct Functions(BTreeMap<String, Function>);

impl Toolbox for Functions {
    fn now(&self) -> Option<Moment> {
        crate::clock::now()
    }

    fn call<'a>(&'a self, request: &'a ToolRequest) -> BoxFuture<'a, Result<ToolAnswer, ToolFailure>> {
        match self.0.get(&request.tool) {
            Some(function) => function.call(request.arguments.clone()),
            None => {
                let failure = ToolFailure::unavailable(format!("there is no function `{}`", request.tool));
                Box::pin(std::future::ready(Err(failure)))
            }
        }
    }
}
