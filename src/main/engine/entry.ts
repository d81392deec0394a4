import { readFileSync } from "node:fs";
import type { EngineReply, EngineRequest, EngineStart } from "../../shared/engine-process.js";
import { collectWhenIdle } from "../../shared/node/idle-memory.js";
import { ensureFolder } from "./db/data-folder.js";
import { describeDiskError, StorageError } from "./db/storage-error.js";
import { type Clock, systemClock } from "./domain/clock.js";
import { type Engine, type EngineOptions, startEngine } from "./process/engine.js";
import { isLogMissing } from "./process/folder-lock.js";
import { type RunningHostCalls, trackHostCalls } from "./process/host-calls.js";
import { fileLog } from "./process/log.js";
import { connectParent, type ParentLink } from "./process/parent-link.js";
import { makeFilesPrivate } from "./process/private-files.js";
import { type RenderLink, renderLink } from "./process/render-link.js";
import { restoreBeforeStart } from "./process/restore-before-start.js";
import { hasNoNetwork } from "./process/workers.js";
import { standIn } from "./sources/archive/archive.js";

/** The engine as an Electron utility process of the app. */

const clockPollIntervalMs = 50;

function sendFatal(link: ParentLink, error: unknown): void {
  const isStorageError = error instanceof StorageError;
  const reply: EngineReply = {
    kind: "fatal",
    problem: isStorageError ? error.kind : "unexpected",
    path: isStorageError ? error.path : null,
    message: isStorageError ? error.message : "Tidemark's engine could not start.",
    action: isStorageError ? error.action : "See logs/engine.log in the data folder, then try again.",
    backup: isStorageError ? error.backup : null,
  };
  link.send(reply);
}

/** Returns `null` if the engine cannot start; the process then exits by itself. */
async function start(link: ParentLink, renders: RenderLink, options: EngineStart): Promise<Engine | null> {
  try {
    ensureFolder(options.dataFolder);
    if (options.archive !== undefined) standIn(options.archive);
    const log = fileLog(options.dataFolder);
    log.info("The engine is starting.");
    if (options.restore !== undefined) {
      const result = await restoreBeforeStart(options.dataFolder, options.restore, log);
      link.send({ kind: "restored", result });
    }
    const isLogLost = isLogMissing(options.dataFolder);
    let wakeEngine = () => {};
    const engineOptions: EngineOptions = {
      ...options,
      ...(options.clockFile && { clock: clockFromFile(options.clockFile, () => wakeEngine()) }),
      secretKey: options.secretKey === null ? null : Buffer.from(options.secretKey, "base64"),
      log,
      render: renders.render,
      isOffline: hasNoNetwork,
      onEvent: (event) => link.send({ kind: "event", event }),
      onDamage: (error) => failAndExit(link, error),
    };
    const { engine, isReadOnly } = await startOnFolder(engineOptions);
    wakeEngine = () => engine.wake();
    collectWhenIdle(engine.releaseMemory);
    const { baseUrl, dataFolder } = engine;
    link.send({ kind: "ready", baseUrl, dataFolder, pid: process.pid, isReadOnly, isLogLost });
    return engine;
  } catch (error) {
    failAndExit(link, describeDiskError(error, options.dataFolder) ?? error);
    return null;
  }
}

/** Data that is there but cannot be changed is shown all the same. */
async function startOnFolder(options: EngineOptions): Promise<{ engine: Engine; isReadOnly: boolean }> {
  try {
    return { engine: await startEngine(options), isReadOnly: false };
  } catch (error) {
    const reason = error instanceof StorageError ? error : describeDiskError(error, options.dataFolder);
    const engine = reason?.kind === "not-writable" ? await tryReadOnly(options) : null;
    if (engine === null) throw error;
    return { engine, isReadOnly: true };
  }
}

async function tryReadOnly(options: EngineOptions): Promise<Engine | null> {
  try {
    const { startReadOnlyEngine } = await import("./process/read-only-engine.js");
    return startReadOnlyEngine(options);
  } catch {
    // The first error says what to do.
    return null;
  }
}

/** Reports the error, then exits after the message has had time to arrive. */
function failAndExit(link: ParentLink, error: unknown): void {
  sendFatal(link, error);
  setTimeout(() => process.exit(1), 200);
}

async function handleEngineRequest(
  link: ParentLink,
  hostCalls: RunningHostCalls,
  engine: Engine,
  request: Exclude<EngineRequest, { kind: "start" | "rendered" | "ping" }>,
): Promise<void> {
  switch (request.kind) {
    case "call": {
      const result = await engine.call(request.operation, request.input);
      link.send({ kind: "result", id: request.id, result });
      return;
    }
    case "host-call": {
      const { id, operation, input } = request;
      const result = await engine.callHost(operation, input, hostCalls.begin(id));
      hostCalls.end(id);
      link.send({ kind: "host-result", id, result });
      return;
    }
    case "host-cancel":
      return hostCalls.cancel(request.id);
    case "wake":
      engine.wake();
      return;
    case "stop":
      await engine.stop();
      process.exit(0);
  }
}

/** Ctrl+C in a terminal reaches the whole process group, but only the app decides when its engine ends. */
function ignoreSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
}

function main(): void {
  makeFilesPrivate();
  ignoreSignals();
  const link = connectParent();
  const hostCalls = trackHostCalls(link);
  const renders = renderLink((reply) => link.send(reply));
  let starting: Promise<Engine | null> = Promise.resolve(null);
  let isStarted = false;
  link.onMessage((request) => {
    if (request.kind === "start") {
      if (!isStarted) starting = start(link, renders, request.start);
      isStarted = true;
      return;
    }
    if (request.kind === "ping") return link.send({ kind: "pong" });
    if (request.kind === "rendered") return renders.settle(request.id, request.result);
    // Requests that arrive during start-up wait for the engine, in order.
    void starting.then((engine) => engine && handleEngineRequest(link, hostCalls, engine, request));
  });
  // Without its app, the engine would only keep the folder locked.
  link.onClose(() => void starting.then((engine) => engine?.stop()).finally(() => process.exit(0)));
}

function readClockOffset(file: string): number {
  try {
    const offsetMs = Number(readFileSync(file, "utf8"));
    return Number.isFinite(offsetMs) ? offsetMs : 0;
  } catch {
    return 0;
  }
}

/**
 * The machine's clock plus an offset in milliseconds, read from a file so that it survives a restart of the engine.
 * Calls `onMove` when the offset changes.
 */
function clockFromFile(file: string, onMove: () => void): Clock {
  let offsetMs = readClockOffset(file);
  const timer = setInterval(() => {
    const now = readClockOffset(file);
    if (now === offsetMs) return;
    offsetMs = now;
    onMove();
  }, clockPollIntervalMs);
  timer.unref();
  return { now: () => systemClock.now() + offsetMs };
}

main();
