//! Models against servers on loopback, one a dialect, that check what they are sent and misbehave on demand.

mod golden;
mod key;
mod misbehaviour;
mod server;
mod ways;
