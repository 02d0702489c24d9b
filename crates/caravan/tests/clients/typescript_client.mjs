// The MCP client of the TypeScript SDK against `caravan serve`, over standard input and output and over HTTP.
//
//     CARAVAN=target/debug/caravan CARAVAN_NODE_SERVERS=target/node/node_modules \
//         node --test crates/caravan/tests/clients/typescript_client.mjs

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const require = createRequire(path.join(path.resolve(process.env.CARAVAN_NODE_SERVERS), "package.json"));
const load = (name) => import(pathToFileURL(require.resolve(`@modelcontextprotocol/sdk/${name}`)));
const { Client } = await load("client/index.js");
const { StdioClientTransport } = await load("client/stdio.js");
const { StreamableHTTPClientTransport } = await load("client/streamableHttp.js");
const { ElicitRequestSchema } = await load("types.js");

const CARAVAN = process.env.CARAVAN;
const ECHO = path.join(here, "echo", "caravan.toml");
const TOKEN = "a-token-for-tests-alone";
const SLOW = ["--planner-model", "exec:exec sleep 15"];

function client(person) {
  const capabilities = person ? { elicitation: {} } : {};
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  if (person) client.setRequestHandler(ElicitRequestSchema, person);
  return client;
}

async function overStdio(args, person, check) {
  const one = client(person);
  await one.connect(
    new StdioClientTransport({ command: CARAVAN, args: ["serve", "--mcp", "--config", ECHO, ...args] }),
  );
  try {
    await check(one);
  } finally {
    await one.close();
  }
}

async function overHttp(args, person, check) {
  const environment = { ...process.env, CARAVAN_TOKEN: TOKEN };
  const service = spawn(CARAVAN, ["serve", "--http", "0", "--config", ECHO, ...args], {
    env: environment,
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    const line = await new Promise((found) => service.stderr.once("data", (data) => found(String(data))));
    const address = line.match(/http:\/\/[0-9.:]+/)[0];
    const one = client(person);
    const transport = new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${TOKEN}` } },
    });
    await one.connect(transport);
    await check(one, address);
    await transport.terminateSession();
    await one.close();
  } finally {
    service.kill();
  }
}

for (const [way, over] of [["stdio", overStdio], ["http", overHttp]]) {
  const plan = (one, program) => one.callTool({ name: "run_plan", arguments: { program } });

  test(`${way}: there are two tools, whose results fit their schemas`, () =>
    over([], null, async (one) => {
      const { tools } = await one.listTools();
      assert.deepEqual(tools.map((tool) => tool.name).sort(), ["ask", "run_plan"]);
      // With the schemas known, the client validates what comes back.
      const told = await plan(one, "return [1, 'two']");
      assert.deepEqual(told.structuredContent.result, [1, "two"]);
      const asked = await one.callTool({ name: "ask", arguments: { instruction: "Say xmarkerx" } });
      assert.match(asked.structuredContent.answer.value, /xmarkerx/);
      assert.equal(asked.structuredContent.untrusted, true);
    }));

  test(`${way}: untrusted values are references`, () =>
    over([], null, async (one) => {
      const told = await plan(one, "return query_sql(query=\"SELECT 'xmarkerx' AS x\")");
      assert.doesNotMatch(JSON.stringify(told), /xmarkerx/);
      assert.equal(told.structuredContent.references[0].name, "$1");
      const wrong = await plan(one, "return fetch()");
      assert.equal(wrong.isError, true);
    }));

  test(`${way}: progress`, () =>
    over(SLOW, null, async (one) => {
      // Notes that arrive in one piece with the answer are lost by this SDK, so here the answer is not waited for.
      const cancelling = new AbortController();
      const note = new Promise((noted) => {
        const options = { signal: cancelling.signal, onprogress: (note) => noted(note.message) };
        one.callTool({ name: "ask", arguments: { instruction: "Say hello" } }, undefined, options).catch(() => {});
      });
      assert.equal(await note, "the planner of the root agent is at work");
      cancelling.abort("enough");
    }));

  test(`${way}: a person says yes, or no`, () => {
    const shown = [];
    const answers = [{ action: "accept", content: { approve: true } }, { action: "decline" }];
    const person = async (request) => {
      shown.push(request.params.message);
      return answers.shift();
    };
    return over(["--approve"], person, async (one) => {
      const yes = await one.callTool({ name: "ask", arguments: { instruction: "Send hello" } });
      assert.equal(yes.structuredContent.status, "done");
      const no = await one.callTool({ name: "ask", arguments: { instruction: "Send hello" } });
      assert.equal(no.structuredContent.status, "denied");
      assert.equal(shown.length, 2);
      assert.match(shown[0], /May `send_email` be called\?/);
    });
  });

  test(`${way}: a cancelled call ends the run and nothing else`, () =>
    over(SLOW, null, async (one, address) => {
      const cancelling = new AbortController();
      setTimeout(() => cancelling.abort("enough"), 1000);
      const asking = one.callTool({ name: "ask", arguments: { instruction: "Say slowly" } }, undefined, {
        signal: cancelling.signal,
      });
      await assert.rejects(asking, /enough/);
      const told = await plan(one, "return 'still here'");
      assert.equal(told.structuredContent.result, "still here");
      if (!address) return;
      for (let round = 0; ; round++) {
        const answer = await fetch(`${address}/v1/runs`, { headers: { Authorization: `Bearer ${TOKEN}` } });
        const runs = (await answer.json()).runs;
        if (runs.some((run) => run.kind === "ask" && run.status === "cancelled")) return;
        assert.ok(round < 50, JSON.stringify(runs));
        await new Promise((later) => setTimeout(later, 100));
      }
    }));
}
