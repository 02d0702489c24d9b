//! Caravan as an MCP server.
