//! Any text, compiled: it is a program, or the findings say what is wrong and where.

#![no_main]

use caravan_plan_fuzz::stage;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let source = String::from_utf8_lossy(bytes);
    stage::compiled(&source, &stage::environment());
});
