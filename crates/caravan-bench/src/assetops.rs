//! AssetOpsBench in the setting where agents call agents as tools: an orchestrator above agents for telemetry (IoT),
//! failure modes (FMSR), time series (TSFM) and work orders (WO).

pub mod data;
mod forecast;
pub mod impossible;
pub mod scenarios;
pub mod server;
pub mod tools;
