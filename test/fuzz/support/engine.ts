import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { closeStore, openStore } from "../../../src/main/engine/db/open.js";
import { change, type ReadDb, write } from "../../../src/main/engine/db/store.js";
import { importCatalogue } from "../../../src/main/engine/operations/catalogue/import-catalogue.js";
import type { CallResult, OperationName } from "../../../src/shared/calls.js";
import type { EngineReply } from "../../../src/shared/engine-process.js";
import { deals, products } from "../../support/catalogue.js";
import { engineFile } from "../../support/cli.js";
import { type ScratchFolder, scratchFolder } from "../../support/disk.js";
import { findDatabaseErrors, findLoggedErrors } from "../oracles/engine-state.js";
import { OracleError } from "../runner/target.js";

const parentPort = pathToFileURL(join(import.meta.dirname, "..", "..", "support", "parent-port.mjs")).href;
const callsPerRateReset = 300;

/** A catalogue whose products the cases name. */
async function importProducts(folder: string): Promise<void> {
  const db = openStore(folder);
  const lines = [...products, ...deals].map((line) => JSON.stringify(line));
  await importCatalogue({ db, nowMs: Date.now(), randomBytes, isSample: false }, lines);
  closeStore(db);
}

function waitUntilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on("message", (reply: EngineReply) => {
      if (reply.kind === "ready") resolve(reply.baseUrl);
      if (reply.kind === "fatal") reject(new Error(reply.message));
    });
    child.once("exit", () => reject(new Error("The engine exited before it was ready.")));
  });
}

/** The built engine in a process of its own. Unlike `EngineProcess` it also runs outside Vitest. */
export class FuzzedEngine {
  readonly folder: ScratchFolder;
  readonly port: number;
  /** A second connection, as the command line would have. */
  readonly db: ReadDb;
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, (result: CallResult<OperationName>) => void>();
  #lastId = 0;
  #hasExited = false;

  private constructor(folder: ScratchFolder, child: ChildProcess, baseUrl: string) {
    this.folder = folder;
    this.#child = child;
    this.port = Number(new URL(baseUrl).port);
    this.db = openStore(folder.path);
    child.on("message", (reply: EngineReply) => {
      if (reply.kind !== "result") return;
      this.#pending.get(reply.id)?.(reply.result);
      this.#pending.delete(reply.id);
    });
    child.once("exit", () => {
      this.#hasExited = true;
    });
  }

  static async start(): Promise<FuzzedEngine> {
    const folder = scratchFolder("fuzz");
    await importProducts(folder.path);
    const child = fork(engineFile, [], { stdio: "ignore", execArgv: ["--import", parentPort] });
    process.once("exit", () => child.kill("SIGKILL"));
    const start = { dataFolder: folder.path, port: 0, sample: false, version: "0", secretKey: null };
    child.send({ kind: "start", start: { ...start, listenerPort: null } });
    return new FuzzedEngine(folder, child, await waitUntilReady(child));
  }

  assertAlive(): void {
    if (this.#hasExited) throw new OracleError("The engine's process has exited.", "crash");
  }

  /** Calls an operation as the window does. Resets the window's rate limit now and then. */
  call(operation: unknown, input: unknown): Promise<CallResult<OperationName>> {
    this.assertAlive();
    const id = ++this.#lastId;
    if (id % callsPerRateReset === 0)
      write(this.db, (tx) => change(tx, "UPDATE account SET rate_tail = rate_head"));
    return new Promise((resolve) => {
      this.#pending.set(id, resolve);
      this.#child.send({ kind: "call", id, operation, input });
    });
  }

  /** What must hold after all cases. */
  findErrors(): string[] {
    if (this.#hasExited) return ["The engine's process has exited."];
    return [...findDatabaseErrors(this.db), ...findLoggedErrors(this.folder.path)];
  }

  async close(): Promise<void> {
    closeStore(this.db);
    if (!this.#hasExited) {
      const exited = once(this.#child, "exit");
      this.#child.send({ kind: "stop" });
      setTimeout(() => this.#child.kill("SIGKILL"), 5_000).unref();
      await exited;
    }
    this.folder.remove();
  }
}
