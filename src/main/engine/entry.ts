import type { EngineReply, EngineRequest, EngineStart } from "../../shared/engine-process.js";
import { ensureFolder } from "./db/data-folder.js";
import { StorageError } from "./db/storage-error.js";
import { type Engine, startEngine } from "./process/engine.js";
import { fileLog } from "./process/log.js";
import { connectParent, type ParentLink } from "./process/parent-link.js";

/** The engine as a child of the app: a utility process of Electron's, or a forked Node. */

function fatal(link: ParentLink, error: unknown): void {
  const known = error instanceof StorageError;
  const reply: EngineReply = {
    kind: "fatal",
    message: known ? error.message : "Tidemark's engine could not start.",
    action: known ? error.action : "Look into logs/engine.log in the data folder, and try again.",
    backup: known ? error.backup : null,
  };
  link.send(reply);
}

async function handle(link: ParentLink, engine: Engine, request: EngineRequest): Promise<void> {
  switch (request.kind) {
    case "call":
      link.send({ kind: "result", id: request.id, result: engine.call(request.operation, request.input) });
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

async function main(): Promise<void> {
  leaveSignalsToTheApp();
  const link = connectParent();
  const start = JSON.parse(process.argv[2] ?? "{}") as EngineStart;
  try {
    ensureFolder(start.dataFolder);
    const engine = await startEngine({ ...start, log: fileLog(start.dataFolder) });
    link.onMessage((request) => void handle(link, engine, request));
    // An engine without its app would hold the folder for nobody.
    link.onClose(() => void engine.stop().finally(() => process.exit(0)));
    link.send({ kind: "ready", baseUrl: engine.baseUrl, dataFolder: engine.dataFolder, pid: process.pid });
  } catch (error) {
    fatal(link, error);
    // Gives the message time to leave.
    setTimeout(() => process.exit(1), 200);
  }
}

void main();
