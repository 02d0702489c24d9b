//! Programs run under small limits, with answers that carry labels: they end, within the limits, and a second run
//! does what the first did.

#![no_main]

use caravan_plan_fuzz::{program, stage};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let source = program::of_bytes(bytes);
    let environment = stage::environment();
    let Some(compiled) = stage::compiled(&source, &environment) else { return };
    let first = stage::run(&compiled);
    let second = stage::run(&compiled);
    assert_eq!(first, second, "two runs differ:\n{source}");
});
