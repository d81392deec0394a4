import type { EngineReply, EngineRequest, EngineStart } from "../../shared/engine-process.js";
import { keepMemorySmall } from "../../shared/idle-memory.js";
import { ensureFolder } from "./db/data-folder.js";
import { describeDiskProblem, StorageError } from "./db/storage-error.js";
import type { Clock } from "./domain/clock.js";
import { clockFromFile } from "./process/clock-file.js";
import { type Engine, startEngine } from "./process/engine.js";
import { type HostWork, hostWork } from "./process/host-work.js";
import { fileLog } from "./process/log.js";
import { connectParent, type ParentLink } from "./process/parent-link.js";
import { makeFilesPrivate } from "./process/private-process.js";
import { type RenderLink, renderLink } from "./process/render-link.js";
import { restoreFirst } from "./process/restore-first.js";

/** The engine as a child of the app: a utility process of Electron's, or a forked Node. */

function fatal(link: ParentLink, error: unknown): void {
  const known = error instanceof StorageError;
  const reply: EngineReply = {
    kind: "fatal",
    problem: known ? error.kind : "unexpected",
    path: known ? error.path : null,
    message: known ? error.message : "Tidemark's engine could not start.",
    action: known ? error.action : "Look into logs/engine.log in the data folder, and try again.",
    backup: known ? error.backup : null,
  };
  link.send(reply);
}

/** Tests of the whole app move the engine's clock through a file. */
function movedClock(onMove: () => void): { clock?: Clock } {
  const file = process.env.TIDEMARK_CLOCK_FILE;
  return file === undefined ? {} : { clock: clockFromFile(file, onMove) };
}

/** `null` where it cannot start; the process then ends by itself. */
async function start(link: ParentLink, pages: RenderLink, options: EngineStart): Promise<Engine | null> {
  try {
    ensureFolder(options.dataFolder);
    const log = fileLog(options.dataFolder);
    if (options.restore !== undefined) {
      const result = await restoreFirst(options.dataFolder, options.restore, log);
      link.send({ kind: "restored", result });
    }
    let wake = () => {};
    const engine = await startEngine({
      ...options,
      ...movedClock(() => wake()),
      secretKey: options.secretKey === null ? null : Buffer.from(options.secretKey, "base64"),
      log,
      render: pages.render,
      onNews: (news) => link.send({ kind: "event", event: news }),
      onDamage: (error) => endWith(link, error),
    });
    wake = () => engine.wake();
    keepMemorySmall(engine.releaseMemory);
    link.send({ kind: "ready", baseUrl: engine.baseUrl, dataFolder: engine.dataFolder, pid: process.pid });
    return engine;
  } catch (error) {
    endWith(link, describeDiskProblem(error, options.dataFolder) ?? error);
    return null;
  }
}

/** Says why, and ends once the message has had time to leave. */
function endWith(link: ParentLink, error: unknown): void {
  fatal(link, error);
  setTimeout(() => process.exit(1), 200);
}

async function handle(
  link: ParentLink,
  hostWork: HostWork,
  engine: Engine,
  request: Exclude<EngineRequest, { kind: "start" | "rendered" }>,
): Promise<void> {
  switch (request.kind) {
    case "call": {
      const result = await engine.call(request.operation, request.input);
      link.send({ kind: "result", id: request.id, result });
      return;
    }
    case "host-call": {
      const { id, operation, input } = request;
      const result = await engine.callHost(operation, input, hostWork.begin(id));
      hostWork.end(id);
      link.send({ kind: "host-result", id, result });
      return;
    }
    case "host-cancel":
      return hostWork.cancel(request.id);
    case "wake":
      engine.wake();
      return;
    case "stop":
      await engine.stop();
      link.close();
      process.exit(0);
  }
}

/** Ctrl+C in a terminal reaches the whole group; only the app decides when its engine ends. */
function leaveSignalsToTheApp(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
}

function main(): void {
  makeFilesPrivate();
  leaveSignalsToTheApp();
  const link = connectParent();
  const work = hostWork(link);
  const pages = renderLink((reply) => link.send(reply));
  let starting: Promise<Engine | null> = Promise.resolve(null);
  let isStarted = false;
  link.onMessage((request) => {
    if (request.kind === "start") {
      if (!isStarted) starting = start(link, pages, request.start);
      isStarted = true;
      return;
    }
    if (request.kind === "rendered") return pages.settle(request.id, request.result);
    // What comes while it starts waits for it, in order.
    void starting.then((engine) => engine && handle(link, work, engine, request));
  });
  // An engine without its app would hold the folder for nobody.
  link.onClose(() => void starting.then((engine) => engine?.stop()).finally(() => process.exit(0)));
}

main();
