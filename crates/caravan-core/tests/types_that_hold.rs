//! What must not compile does not.

// A test may fail loudly.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unreachable,
    clippy::unwrap_used
)]

#[test]
fn only_the_user_and_the_gate_make_instructions_and_only_the_system_makes_requests() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}
