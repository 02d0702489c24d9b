"""Serves AgentDojo's task suites over MCP, scored by AgentDojo's own code."""
