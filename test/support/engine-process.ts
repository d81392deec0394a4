import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { CallResult, OperationInput, OperationName } from "../../src/shared/calls.js";
import type { HostOperation, HostResult, RestoreResult } from "../../src/shared/data/host-operations.js";
import type {
  EngineEvent,
  EngineReply,
  EngineRequest,
  EngineStart,
} from "../../src/shared/engine-process.js";
import { engineFile } from "./cli.js";

export interface ProcessOptions {
  readonly start?: Partial<EngineStart>;
  readonly env?: NodeJS.ProcessEnv;
  /** A module to load before the engine. */
  readonly preload?: string;
}

function forkNode({ env, preload }: ProcessOptions): ChildProcess {
  const modules = [join(import.meta.dirname, "parent-port.mjs"), ...(preload === undefined ? [] : [preload])];
  return fork(engineFile, [], {
    stdio: "ignore",
    // As in the app.
    env: { NODE_COMPILE_CACHE: join("test-results", "compile-cache"), ...process.env, ...env },
    execArgv: modules.flatMap((module) => ["--import", module]),
  });
}

/** The built engine in a process of its own. */
export class EngineProcess {
  readonly events: EngineEvent[] = [];
  /** The result of the restore that the engine was started with. */
  restoreResult: RestoreResult | null = null;
  /** Resolves when the process has exited, for whatever reason. */
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;
  /** Callbacks for calls in flight, which get `null` if the engine exits. */
  readonly #replies = new Map<number, (result: CallResult<OperationName> | null) => void>();
  readonly #hostReplies = new Map<number, (result: HostResult<HostOperation>) => void>();
  readonly #ready: Promise<string>;
  #lastId = 0;
  #hasExited = false;
  /** The reason that the engine gave for not starting. */
  startError: Extract<EngineReply, { kind: "fatal" }> | null = null;

  constructor(dataFolder: string, { start, ...options }: ProcessOptions = {}) {
    this.#child = forkNode(options);
    this.exited = once(this.#child, "exit").then(() => {
      this.#hasExited = true;
      for (const reply of this.#replies.values()) reply(null);
    });
    onTestFinished(() => void this.#child.kill("SIGKILL"));
    this.#ready = new Promise((resolve, reject) => {
      this.#child.on("message", (reply: EngineReply) => this.#receive(reply, resolve, reject));
      void this.exited.then(() => reject(new Error("The engine has exited.")));
    });
    this.#ready.catch(() => undefined);
    this.#post({
      kind: "start",
      start: {
        dataFolder,
        port: 0,
        sample: false,
        version: "0",
        secretKey: null,
        listenerPort: null,
        ...start,
      },
    });
  }

  #receive(reply: EngineReply, ready: (baseUrl: string) => void, failed: (error: Error) => void): void {
    if (reply.kind === "ready") ready(reply.baseUrl);
    if (reply.kind === "fatal") {
      this.startError = reply;
      failed(new Error(reply.message));
    }
    if (reply.kind === "restored") this.restoreResult = reply.result;
    if (reply.kind === "event") this.events.push(reply.event);
    if (reply.kind === "result") this.#replies.get(reply.id)?.(reply.result);
    if (reply.kind === "host-result") this.#hostReplies.get(reply.id)?.(reply.result);
  }

  #post(request: EngineRequest): void {
    this.#child.send(request, () => undefined);
  }

  /** Resolves with the base URL. */
  ready(): Promise<string> {
    return this.#ready;
  }

  /** Makes a call, which may be invalid. */
  async send(operation: string, input: unknown): Promise<CallResult<OperationName>> {
    if (this.#hasExited) throw new Error("The engine has exited.");
    const id = ++this.#lastId;
    this.#post({ kind: "call", id, operation, input } as EngineRequest);
    const result = await new Promise<CallResult<OperationName> | null>((resolve) =>
      this.#replies.set(id, resolve),
    );
    this.#replies.delete(id);
    if (result === null) throw new Error("The engine has exited.");
    return result;
  }

  /** Makes a call that must succeed. */
  async call<K extends OperationName>(operation: K, input: OperationInput<K>) {
    const result = (await this.send(operation, input)) as CallResult<K>;
    if (!result.ok) throw new Error(result.error.message);
    return result.data;
  }

  /** Runs an operation on a file, as the app's main process does. */
  async callHost<K extends HostOperation>(operation: K, file: string): Promise<HostResult<K>> {
    const id = ++this.#lastId;
    const answered = new Promise<HostResult<HostOperation>>((resolve) => this.#hostReplies.set(id, resolve));
    this.#post({ kind: "host-call", id, operation, input: { file } });
    const result = (await Promise.race([answered, this.exited])) as HostResult<K> | undefined;
    if (result === undefined) throw new Error("The engine has exited.");
    return result;
  }

  /** Stops the process without ending it, so that it hangs until `SIGCONT`. Not on Windows. */
  signal(name: "SIGSTOP" | "SIGCONT"): void {
    this.#child.kill(name);
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.exited;
  }

  async stop(): Promise<void> {
    this.#post({ kind: "stop" });
    await this.exited;
  }
}
