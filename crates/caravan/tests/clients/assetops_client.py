"""The MCP client of the Python SDK against `caravan assetops-server`. It checks results against the declared schemas.

    CARAVAN=target/debug/caravan ASSETOPS=DIR python crates/caravan/tests/clients/assetops_client.py

where DIR holds the small tables of crates/caravan-bench/tests/assetops/sample.rs.
"""

import contextlib
import os
import tempfile
import unittest

import anyio
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

TOOLS = {"iot": 4, "fmsr": 2, "tsfm": 6, "wo": 8, "utilities": 3}


@contextlib.asynccontextmanager
async def server(role, work):
    arguments = ["assetops-server", role, "--data", os.environ["ASSETOPS"], "--work", work]
    parameters = StdioServerParameters(command=os.environ["CARAVAN"], args=arguments)
    async with stdio_client(parameters) as (read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            yield session


class Servers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = folder.name

    def test_every_server_lists_its_tools_with_schemas(self):
        async def check():
            for role, count in TOOLS.items():
                async with server(role, self.work) as session:
                    tools = (await session.list_tools()).tools
                    self.assertEqual(len(tools), count, role)
                    for tool in tools:
                        self.assertEqual(tool.outputSchema["type"], "object")
                        self.assertFalse(tool.annotations.destructiveHint)

        anyio.run(check)

    def test_files_flow_from_one_server_to_the_other(self):
        async def check():
            async with server("iot", self.work) as iot, server("tsfm", self.work) as tsfm:
                chiller = {"site_name": "MAIN", "asset_id": "Chiller 2"}
                told = await iot.call_tool("history", {**chiller, "start": "2021-03-01"})
                self.assertEqual(told.structuredContent["total_observations"], 289)
                table = {
                    "dataset_path": told.structuredContent["file"],
                    "timestamp_column": "timestamp",
                    "target_columns": ["Chiller 2 Tonnage"],
                }
                told = await tsfm.call_tool("run_integrated_tsad", table)
                self.assertFalse(told.isError, told)
                self.assertGreater(told.structuredContent["anomaly_count"], 0)

        anyio.run(check)

    def test_an_error_names_what_is_missing(self):
        async def check():
            async with server("wo", self.work) as session:
                told = await session.call_tool("get_events", {"equipment_id": "CWC9"})
                self.assertTrue(told.isError)
                self.assertIn("there is no equipment `CWC9`", told.content[0].text)
                self.assertEqual(told.structuredContent["kind"], "unknown_equipment")
                self.assertEqual(told.structuredContent["subject"], "CWC9")

        anyio.run(check)


if __name__ == "__main__":
    unittest.main()
