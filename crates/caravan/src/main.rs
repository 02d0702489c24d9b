//! The command line: reads arguments, hands them to one file per command, turns what comes of it into an
//! exit code.

#![forbid(unsafe_code)]

mod approver;
mod command;
mod failure;
mod terminal;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let arguments = command::Arguments::parse();
    match arguments.run() {
        Ok(exit) => exit.into(),
        Err(failure) => failure.tell(),
    }
}
