//! The Model Context Protocol on both sides of Caravan: the tools of MCP servers for plans ([`client`]), and
//! Caravan as a server for other people's clients (`serve`).
//!
//! Nothing here is part of the trusted base: what a server says arrives in a run as untrusted data, and what a client
//! is told passes the gate of caravan-core first.

#![forbid(unsafe_code)]

#[cfg(feature = "client")]
pub mod client;
#[cfg(feature = "serve")]
pub mod serve;
