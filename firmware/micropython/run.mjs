// Runs boardsight_display.py in MicroPython's WebAssembly build, for the tests.
//   node run.mjs MICROPYTHON.mjs [PORT]
// Without a port: one command a line on stdin, one answer a line (send HEX, run MS, press N, state), and
// time passes only in `run`. With a port: it listens there (socket://127.0.0.1:PORT), with the real clock;
// port 0 takes a free one; the first line printed is the port.
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const [build, port] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(path.resolve(build)).href);
const micropython = await loadMicroPython({ heapsize: 256 * 1024 });
const source = fs.readFileSync(new URL("boardsight_display.py", import.meta.url), "utf8");
const boot = port === undefined ? 1 : 1 + (process.pid % 65535);
micropython.FS.writeFile("/boardsight_display.py", source);
micropython.runPython(`
import sys
sys.path.insert(0, "/")
import json
from boardsight_display import Board
board = Board(${boot}, 0, slots=4, digits=4, cap=64)

def hexadecimal(data):
    return "".join("%02x" % byte for byte in data)

def receive(text, now_ms):
    data = bytes(int(text[at : at + 2], 16) for at in range(0, len(text), 2))
    return hexadecimal(board.receive(data, now_ms))

def press(button):
    return hexadecimal(board.press(button))

def state():
    texts = [board.text(slot) for slot in range(board.slots if board.mode == "dashes" else len(board.players))]
    return json.dumps({"mode": board.mode, "texts": texts, "brightness": board.brightness,
        "quiet": board.quiet, "animation": board.animation, "names": [each.name for each in board.players]})
`);
const [receive, press, state] = ["receive", "press", "state"].map((name) => micropython.globals.get(name));

if (port === undefined) {
  let nowMs = 0;
  let sent = "";
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [word, value = ""] = line.split(" ");
    if (word === "send") sent += receive(value, nowMs);
    else if (word === "run") sent += receive("", (nowMs += Number(value)));
    else if (word === "press") sent += press(Number(value));
    console.log(word === "state" ? state() : word === "run" ? `sent ${sent}` : "ok");
    if (word === "run") sent = "";
  }
} else {
  const started = performance.now();
  const now = () => Math.round(performance.now() - started);
  const server = net.createServer((socket) => {
    const answer = (hex) => hex && socket.write(Buffer.from(hex, "hex"));
    const ticking = setInterval(() => answer(receive("", now())), 20);
    socket.on("data", (data) => answer(receive(data.toString("hex"), now())));
    socket.on("close", () => clearInterval(ticking));
    socket.on("error", () => clearInterval(ticking));
  });
  server.listen(Number(port), "127.0.0.1", () => console.log(server.address().port));
  readline.createInterface({ input: process.stdin }).on("line", () => console.log(state()));
  process.stdin.on("end", () => process.exit(0));
}
