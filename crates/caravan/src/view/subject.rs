//! What a page is of, and the answers to what it asks.

use std::collections::BTreeMap;

#[cfg(feature = "bench")]
use super::Benchmark;
use super::page::{self, Parts, Place};
use super::{contents, cost, plain};
use crate::store::{Store, StoreError};
use crate::story::{self, Explained};
use serde_json::{Value as Json, json};

/// What is viewed.
pub enum Subject {
    /// The runs of a journal, one of them first.
    Runs(Box<Runs>),
    /// What benchmarks came to.
    #[cfg(feature = "bench")]
    Benchmark(Benchmark),
}

/// The runs of a journal.
pub struct Runs {
    store: Store,
    first: String,
    /// The one that was asked for last, with what its models cost.
    open: Option<(Explained, BTreeMap<u64, f64>)>,
}

/// What a page asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// The document itself.
    Page,
    /// What runs there are.
    Runs,
    /// A run.
    Run(String),
    /// Where a value of a run comes from.
    Value {
        /// The run.
        run: String,
        /// The value, as `caravan explain --value` takes it.
        name: String,
    },
    /// The run behind a case, by its place among the cases.
    Case(usize),
}

/// A document or JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The document.
    Page(String),
    /// Data.
    Data(Json),
}

/// Why there is no answer, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        Refusal(error.to_string())
    }
}

impl Subject {
    /// The runs of a journal: the one whose name begins so, or the latest.
    ///
    /// # Errors
    ///
    /// There is none, or there are several.
    pub fn runs(store: Store, name: Option<&str>) -> Result<Subject, StoreError> {
        let first = store.find(name)?.id;
        Ok(Subject::Runs(Box::new(Runs { store, first, open: None })))
    }

    /// The document in a file by itself.
    ///
    /// # Errors
    ///
    /// What it is to show cannot be read.
    pub fn exported(&mut self) -> Result<String, Refusal> {
        let parts = match self {
            Subject::Runs(runs) => runs.parts(Place::File)?,
            #[cfg(feature = "bench")]
            Subject::Benchmark(benchmark) => benchmark.parts(Place::File),
        };
        Ok(page::document(&parts, Place::File))
    }

    /// The answer to what a page asks that is served.
    ///
    /// # Errors
    ///
    /// There is no such thing, or it cannot be read.
    pub fn answer(&mut self, question: &Question) -> Result<Answer, Refusal> {
        match self {
            Subject::Runs(runs) => runs.answer(question),
            #[cfg(feature = "bench")]
            Subject::Benchmark(benchmark) => benchmark.answer(question),
        }
    }
}

impl Runs {
    fn answer(&mut self, question: &Question) -> Result<Answer, Refusal> {
        match question {
            Question::Page => Ok(Answer::Page(page::document(&self.parts(Place::Served)?, Place::Served))),
            Question::Runs => {
                let runs = self.store.runs()?.into_iter().map(|row| {
                    json!({
                        "run": row.id,
                        "status": row.status.as_str(),
                        "began": row.began,
                        "ended": row.ended,
                        "instruction": row.instruction,
                        "effects": row.effects,
                    })
                });
                Ok(Answer::Data(Json::Array(runs.collect())))
            }
            Question::Run(run) => {
                let (explained, costs) = self.explained(run)?;
                let variables = contents::variables(explained);
                Ok(Answer::Data(contents::run(&explained.story, &variables, costs)))
            }
            Question::Value { run, name } => {
                let (Explained { story, replayed, .. }, _) = self.kept(run)?;
                let Some(replayed) = replayed else {
                    return Err(Refusal("the run cannot be done again".to_owned()));
                };
                let derived = replayed.value(story, name);
                derived.map(|derived| Answer::Data(json!(derived))).map_err(|error| Refusal(error.message))
            }
            Question::Case(_) => Err(Refusal("this is no benchmark".to_owned())),
        }
    }

    fn parts(&mut self, place: Place) -> Result<Parts, Refusal> {
        let first = self.first.clone();
        let (explained, costs) = self.explained(&first)?;
        let mut start = contents::run(&explained.story, &contents::variables(explained), costs);
        if let Json::Object(start) = &mut start {
            start.insert("kind".to_owned(), json!("run"));
            start.insert("served".to_owned(), json!(place == Place::Served));
        }
        let mut data = vec![("start".to_owned(), start)];
        let mut markup = String::new();
        if place == Place::File {
            markup = plain::run(&explained.story);
            data.push(("derivations".to_owned(), contents::derivations(explained)));
        }
        Ok(Parts { title: format!("{}: Caravan", explained.story.run), data, plain: markup })
    }

    /// The run as it is now.
    fn explained(&mut self, run: &str) -> Result<&mut (Explained, BTreeMap<u64, f64>), Refusal> {
        let row = self.store.find(Some(run))?;
        let explained = story::explained(&self.store, &row)?;
        let costs = cost::costs(&row, &explained.story);
        Ok(self.open.insert((explained, costs)))
    }

    /// The run as it was when it was asked for last.
    fn kept(&mut self, run: &str) -> Result<&mut (Explained, BTreeMap<u64, f64>), Refusal> {
        if self.open.as_ref().is_none_or(|(open, _)| open.story.run != run) {
            self.explained(run)?;
        }
        self.open.as_mut().ok_or_else(|| Refusal("the run is not there".to_owned()))
    }
}
