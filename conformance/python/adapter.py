#!/usr/bin/env python3
# touchstone-adapter/1 in Python, standard library alone: reads commands from stdin, line by line, and answers on stdout by id.
#
# The small framework behind it is in the other files; put your own in the place of Application.

import asyncio
import base64
import json
import sys

from application import Application
from values import Failure, Thrown, describe, thrown_value

PROTOCOL = 1
NAME, VERSION = "touchstone-python", "1.0.0"

# Of spec/capabilities.json, what is here. Cases that need anything else are skipped.
CAPABILITIES = [
    "inject",
    "socket",
    "boot-by-hand",
    "gates",
    "decorators",
    "hooks",
    "plugin-wrapper",
    "shared-schemas",
    "validation",
    "response-schemas",
    "compilers",
    "schema-error-formatter",
    "error-handler",
    "not-found-handler",
    "content-type-parsers",
    "reply-serializer",
]

# Of spec/behaviours.json, what is here.
BEHAVIOURS = []

apps = {}


async def start(command):
    implementation = {"name": NAME, "version": VERSION, "language": "Python"}
    return {"protocol": PROTOCOL, "implementation": implementation, "capabilities": CAPABILITIES}


async def behaviours(command):
    return BEHAVIOURS


async def ping(command):
    return {}


async def build(command):
    apps[command["app"]] = Application(command["doc"])
    return {}


async def ready(command):
    await apps[command["app"]].ready()
    return {}


async def listen(command):
    return await apps[command["app"]].listen(command["options"])


async def inject(command):
    request = command["request"]
    headers = {}
    for name, value in request["headers"]:
        name = name.lower()
        headers[name] = value if name not in headers else f"{headers[name]}, {value}"
    body = request.get("body64")
    if "chunks64" in request:
        body = base64.b64encode(b"".join(base64.b64decode(one) for one in request["chunks64"])).decode()
    raw = None if body is None else base64.b64decode(body)
    status, pairs, payload = await apps[command["app"]].answer(request["method"], request["url"], headers, raw)
    return {"status": status, "headers": pairs, "body64": base64.b64encode(payload).decode()}


async def run(command):
    return {"value": describe(await apps[command["app"]].run(command["program"]))}


async def gate(command):
    await apps[command["app"]].world.gate(command["gate"]).wait()
    return {}


async def open_gate(command):
    apps[command["app"]].world.gate(command["gate"]).set()
    return {}


async def drain(command):
    world = apps[command["app"]].world
    told = {"trace": world.trace[:], "probes": dict(world.probes), "log": world.log[:]}
    world.trace.clear()
    world.log.clear()
    return told


async def close(command):
    app = apps[command["app"]]
    if command.get("end"):
        del apps[command["app"]]
        app.forget()
    await app.close()
    return {}


async def stop(command):
    return {}


COMMANDS = {
    "start": start,
    "behaviours": behaviours,
    "ping": ping,
    "build": build,
    "ready": ready,
    "listen": listen,
    "inject": inject,
    "run": run,
    "gate": gate,
    "open": open_gate,
    "drain": drain,
    "close": close,
    "stop": stop,
}


async def answer(command):
    """Each command is a task of its own: one that waits holds up no other."""
    try:
        act = COMMANDS.get(command["cmd"])
        if act is None:
            raise Failure(f"there is no command {command['cmd']}")
        said = {"ok": await act(command)}
    except (Failure, Thrown) as error:
        said = {"error": describe(thrown_value(error))}
    except Exception as error:
        # A fault of this adapter: told on stderr with its place, and as an error of this command alone.
        print(f"{command['cmd']}: {type(error).__name__}: {error}", file=sys.stderr)
        said = {"error": {"name": type(error).__name__, "message": str(error)}}
    write({"id": command["id"], **said})


def write(line):
    # One line each, and flushed: what stays in a buffer was never said.
    sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
    sys.stdout.flush()


async def main():
    reader = asyncio.StreamReader(limit=64 * 1024 * 1024)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    tasks = set()
    while line := await reader.readline():
        command = json.loads(line)
        task = asyncio.ensure_future(answer(command))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        if command["cmd"] == "stop":
            await task
            return


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdin.reconfigure(encoding="utf-8")
    asyncio.run(main())
