//! The page of `caravan view`: a run, or what benchmarks came to, drawn in a browser.
//!
//! The page is one document of plain HTML, CSS and JavaScript (the files of `view/web`), with what it shows inside as JSON.
//! A file that is exported is that document alone. What is served on this machine asks for the rest when it is wanted: other
//! runs, where a value comes from, the runs behind the cases of a benchmark. Nothing here changes anything.
//!
//! Texts of models, tools and strangers are in it. They are data in the document, never markup: [`page`] says how.

#[cfg(feature = "bench")]
mod benchmark;
mod contents;
mod cost;
pub mod page;
mod plain;
mod server;
mod subject;

pub use server::{Address, serve};
pub use subject::{Answer, Question, Refusal, Subject};

#[cfg(feature = "bench")]
pub use benchmark::Benchmark;
