import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { closeStore, openStore } from "../../../src/main/engine/db/open.js";
import type { ReadDb } from "../../../src/main/engine/db/store.js";
import { importCatalogue } from "../../../src/main/engine/operations/catalogue/import-catalogue.js";
import type { CallResult, OperationName } from "../../../src/shared/calls.js";
import type { EngineReply } from "../../../src/shared/engine-process.js";
import { deals, products } from "../../support/catalogue.js";
import { type ScratchFolder, scratchFolder } from "../../support/disk.js";
import { databaseComplaints } from "../judges/database.js";
import { logComplaints } from "../judges/engine-log.js";
import { Wrong } from "../machinery/target.js";

export const engineFile = resolve(import.meta.dirname, "..", "..", "..", "out", "main", "engine.js");
const parentPort = pathToFileURL(resolve(import.meta.dirname, "..", "..", "support", "parent-port.mjs")).href;

/** The built engine in a process of its own, as the app runs it, with a catalogue that the cases know. */
export class FuzzedEngine {
  readonly folder: ScratchFolder;
  readonly baseUrl: string;
  /** A second connection, as the command line would have. */
  readonly db: ReadDb;
  readonly #child: ChildProcess;
  readonly #answers = new Map<number, (result: CallResult<OperationName>) => void>();
  #lastId = 0;
  #isGone = false;

  private constructor(folder: ScratchFolder, child: ChildProcess, baseUrl: string) {
    this.folder = folder;
    this.#child = child;
    this.baseUrl = baseUrl;
    this.db = openStore(folder.path);
    child.on("message", (reply: EngineReply) => {
      if (reply.kind === "result") this.#settle(reply.id, reply.result);
    });
    child.once("exit", () => {
      this.#isGone = true;
    });
  }

  static async start(): Promise<FuzzedEngine> {
    const folder = scratchFolder("fuzz");
    await fill(folder.path);
    const child = fork(engineFile, [], { stdio: "ignore", execArgv: ["--import", parentPort] });
    process.once("exit", () => child.kill("SIGKILL"));
    const start = { dataFolder: folder.path, port: 0, sample: false, version: "0", secretKey: null };
    child.send({ kind: "start", start: { ...start, listenerPort: null } });
    return new FuzzedEngine(folder, child, await readyAt(child));
  }

  #settle(id: number, result: CallResult<OperationName>): void {
    this.#answers.get(id)?.(result);
    this.#answers.delete(id);
  }

  get port(): number {
    return Number(new URL(this.baseUrl).port);
  }

  /** Whatever its process has come to: a dead engine takes no case any more. */
  assertAlive(): void {
    if (this.#isGone) throw new Wrong("The engine's process is gone.", "crash");
  }

  call(operation: unknown, input: unknown): Promise<CallResult<OperationName>> {
    this.assertAlive();
    const id = ++this.#lastId;
    return new Promise((done) => {
      this.#answers.set(id, done);
      this.#child.send({ kind: "call", id, operation, input });
    });
  }

  /** What has to hold once all is answered. */
  complaints(): string[] {
    if (this.#isGone) return ["The engine's process is gone."];
    return [...databaseComplaints(this.db), ...logComplaints(this.folder.path)];
  }

  async close(): Promise<void> {
    closeStore(this.db);
    if (!this.#isGone) {
      const gone = once(this.#child, "exit");
      this.#child.send({ kind: "stop" });
      setTimeout(() => this.#child.kill("SIGKILL"), 5_000).unref();
      await gone;
    }
    this.folder.remove();
  }
}

async function fill(folder: string): Promise<void> {
  const db = openStore(folder);
  const lines = [...products, ...deals].map((line) => JSON.stringify(line));
  await importCatalogue({ db, nowMs: Date.now(), randomBytes, isSample: false }, lines);
  closeStore(db);
}

function readyAt(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    const listen = (reply: EngineReply) => {
      if (reply.kind === "ready") done(reply.baseUrl);
      if (reply.kind === "fatal") fail(new Error(reply.message));
    };
    child.on("message", listen);
    child.once("exit", () => fail(new Error("The engine has not started.")));
  });
}
