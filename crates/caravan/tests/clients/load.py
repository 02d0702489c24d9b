"""Many runs at once over HTTP: none is lost, none gets what belongs to another, and memory does not grow.

    CARAVAN=target/release/caravan python crates/caravan/tests/clients/load.py --runs 10000 --at-once 200

Each run is told two random markers, one in its instruction and one in its data, and has to give back both and no other.
Every run asks the server to do the same work, so the most memory that it needs over the first half is the most that it
needs over the second.
"""

import argparse
import asyncio
import json
import os
import re
import secrets
import subprocess
import sys
import time
from pathlib import Path

CARAVAN = os.environ["CARAVAN"]
ECHO = Path(__file__).parent / "echo" / "caravan.toml"
TOKEN = "a-token-for-tests-alone"


async def post(stream, path, body):
    """One request on an open connection."""
    reader, writer = stream
    data = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
    )
    writer.write(head.encode() + data)
    await writer.drain()
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(re.search(rb"(?i)content-length: (\d+)", head).group(1))
    return int(head.split()[1]), json.loads(await reader.readexactly(length))


async def one(stream, through_chat):
    """One run; what is wrong with what it gave, if something is."""
    said, held = "m" + secrets.token_hex(8), "m" + secrets.token_hex(8)
    if through_chat:
        instruction, expected = f"Say {said}", {said}
        status, told = await post(stream, "/v1/chat/completions", {"messages": [{"role": "user", "content": instruction}]})
        text = told["choices"][0]["message"]["content"] if status == 200 else str(told)
    else:
        instruction, expected = f"Say {said} and what is in `it`", {said, held}
        status, told = await post(stream, "/v1/runs?wait=true", {"instruction": instruction, "data": {"it": held}})
        text = str(told["answer"]["value"]) if status == 200 and told["answer"] else str(told)
    found = set(re.findall(r"m[0-9a-f]{16}", text))
    return None if found == expected else f"{instruction}: {status}: {text}"


def resident(pid):
    text = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", text).group(1)) / 1024


async def load(address, pid, runs, at_once):
    host, port = address.rsplit(":", 1)
    left, wrong, times, memory = runs, [], [], []

    async def worker():
        nonlocal left
        stream = await asyncio.open_connection(host, int(port))
        while left > 0:
            left -= 1
            begun = time.perf_counter()
            problem = await one(stream, left % 2 == 0)
            times.append(time.perf_counter() - begun)
            if problem:
                wrong.append(problem)
            if len(times) % max(1, runs // 20) == 0:
                memory.append((len(times), resident(pid)))
        stream[1].close()

    begun = time.perf_counter()
    await asyncio.gather(*(worker() for _ in range(at_once)))
    return wrong, times, memory, time.perf_counter() - begun


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--at-once", type=int, default=200)
    parser.add_argument("--growth", type=float, default=24.0, help="MiB that the second half may need more than the first")
    arguments = parser.parse_args()
    command = [CARAVAN, "serve", "--http", "0", "--config", str(ECHO)]
    environment = {**os.environ, "CARAVAN_TOKEN": TOKEN}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as server:
        try:
            address = re.search(r"http://([0-9.]+:[0-9]+)", server.stderr.readline()).group(1)
            loaded = load(address, server.pid, arguments.runs, arguments.at_once)
            wrong, times, memory, took = asyncio.run(loaded)
        finally:
            server.terminate()
    times.sort()
    print(f"{len(times)} runs, {arguments.at_once} at once, {took:.1f} s: {len(times) / took:.0f} a second")
    print(f"a run took {times[len(times) // 2] * 1000:.0f} ms in the middle, {times[-1] * 1000:.0f} ms at most")
    print("resident memory: " + ", ".join(f"{mib:.0f} MiB after {runs}" for runs, mib in memory[1::4]))
    half = len(memory) // 2
    first, second = (max(mib for _, mib in part) for part in (memory[:half], memory[half:]))
    growth = second - first
    print(f"at most {first:.1f} MiB in the first half, {second:.1f} MiB in the second; wrong: {len(wrong)}")
    for problem in wrong[:5]:
        print(problem)
    if wrong or len(times) != arguments.runs or growth > arguments.growth:
        sys.exit(1)


main()
