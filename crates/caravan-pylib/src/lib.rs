//! What Python's builtins and methods compute, on raw values.
//!
//! Every function here is pure: it takes text, numbers or bytes and gives what CPython 3.11 would give, down to the
//! text of the exception. Nothing here knows of labels, of a plan or of a machine; a caller joins labels outside.
//!
//! No function panics, recurses without a bound or makes an output much larger than its input: where Python would,
//! the function takes a limit and answers with [`error::PyErrorKind::Limit`].

#![forbid(unsafe_code)]

pub mod address;
pub mod bytes;
pub mod decimal;
pub mod error;
pub mod float;
pub mod format;
pub mod int;
pub mod json;
pub mod math;
pub mod number;
pub mod percent;
pub mod regex;
pub mod slice;
pub mod statistics;
pub mod text;
pub mod textwrap;
pub mod time;
