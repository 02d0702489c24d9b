//! The tools of MCP servers.
