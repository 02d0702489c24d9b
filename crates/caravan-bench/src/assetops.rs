//! AssetOpsBench in the setting where agents call agents as tools: an orchestrator above agents for telemetry (IoT),
//! failure modes (FMSR), time series (TSFM) and work orders (WO).

pub mod data;
pub mod expected;
mod forecast;
pub mod impossible;
pub mod judge;
pub mod run;
pub mod scenarios;
pub mod server;
pub mod tools;
