//! Programs that are well formed for the most part, compiled with tools and children, and without: the two
//! differ in what the names mean, never in whether there is an answer.

#![no_main]

use caravan_plan::Environment;
use caravan_plan_fuzz::{program, stage};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let source = program::of_bytes(bytes);
    let environment = stage::environment();
    let compiled = stage::compiled(&source, &environment).is_some();
    stage::compiled(&source, &Environment::default());
    stage::checked(&source, &environment);
    // A line after it, which means nothing, changes nothing.
    if !source.trim_end().ends_with('\\') {
        let padded = format!("{source}\npass\n");
        assert_eq!(compiled, stage::compiled(&padded, &environment).is_some(), "{source}");
    }
});
