import { createServer } from "node:http";

/**
 * Speaks the engine's protocol without being one, so that what hosts and supervises it can be tested alone.
 * `FAKE_ENGINE` chooses how it behaves: `ok` (default), `fatal`, `crash` (ends at once), `deaf` (ignores "stop").
 * A call answers with the process's id, its arguments and the news asked for with `input.news`, after `input.delayMs` if that is given; with `input.disconnect` it
 * cuts its connection and stays.
 */
const behaviour = process.env.FAKE_ENGINE ?? "ok";
const port = process.parentPort;
let isStubborn = false;
let wakes = 0;
let secretKey;

const send = (reply) => (port ? port.postMessage(reply) : process.send(reply));
const listen = (handle) => {
  if (port) port.on("message", (event) => handle(event.data));
  else process.on("message", handle);
};

if (behaviour === "crash") process.exit(7);
if (behaviour === "fatal") {
  send({
    kind: "fatal",
    problem: "damaged",
    path: "/data/tidemark.sqlite3",
    message: "The database is damaged.",
    action: "Restore the backup.",
    backup: "/b.db",
  });
  setTimeout(() => process.exit(1), 20);
} else {
  listen(handle);
  // The parent is gone: nobody is left to answer.
  process.on("disconnect", () => {
    if (!isStubborn) process.exit(0);
  });
  console.log("fake engine: started");
}

function answerAt({ port: firstPort, dataFolder }) {
  const server = createServer((_request, response) => response.end("{}"));
  server.listen(firstPort, "127.0.0.1", () => {
    const baseUrl = `http://127.0.0.1:${server.address().port}/v1`;
    send({ kind: "ready", baseUrl, dataFolder, pid: process.pid });
  });
}

function handle(request) {
  if (request.kind === "start") {
    secretKey = request.start.secretKey;
    answerAt(request.start);
    return;
  }
  if (request.kind === "wake") {
    wakes++;
    return;
  }
  if (request.input?.disconnect) {
    isStubborn = true;
    process.disconnect();
    setInterval(() => undefined, 1_000);
    return;
  }
  if (request.kind === "stop") {
    if (behaviour !== "deaf") process.exit(0);
    return;
  }
  if (request.input.news) send({ kind: "event", event: request.input.news });
  const line = [...process.argv, ...process.execArgv].join(" ");
  const data = { pid: process.pid, input: request.input, env: environment(), line, secretKey, wakes };
  const result = { ok: true, data, meta: null };
  setTimeout(() => send({ kind: "result", id: request.id, result }), request.input.delayMs ?? 0);
}

function environment() {
  return Object.keys(process.env).filter((name) => name.startsWith("ELECTRON") || name === "NODE_OPTIONS");
}
