import { type ChildProcess, fork, spawn } from "node:child_process";
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
import { scratchFolder } from "./disk.js";
import { isAlive } from "./process.js";

export interface ProcessOptions {
  readonly start?: Partial<EngineStart>;
  readonly env?: NodeJS.ProcessEnv;
  /** A module to load before the engine. */
  readonly preload?: string;
  /** Options of Node itself. */
  readonly nodeOptions?: readonly string[];
}

/** The first message of the app around a utility process. */
interface Spawned {
  readonly kind: "spawned";
  readonly pid: number;
}

type SpawnOptions = Omit<ProcessOptions, "start">;

/** Runs the engine in a utility process if Electron is available, as in `npm run faults`, otherwise in Node. */
const startProcess = process.env.TIDEMARK_ELECTRON === undefined ? forkNode : forkUtility;

function forkNode({ env, preload, nodeOptions = [] }: SpawnOptions): ChildProcess {
  const modules = [join(import.meta.dirname, "parent-port.mjs"), ...(preload === undefined ? [] : [preload])];
  return fork(engineFile, [], {
    stdio: "ignore",
    env: { ...process.env, ...env },
    execArgv: [...nodeOptions, ...modules.flatMap((module) => ["--import", module])],
  });
}

function forkUtility({ env, preload, nodeOptions = [] }: SpawnOptions): ChildProcess {
  const modules = [...(preload === undefined ? [] : [preload]), engineFile];
  const browserData = scratchFolder("engine-app");
  const args = [
    join(import.meta.dirname, "engine-app"),
    "--ozone-platform=headless",
    `--user-data-dir=${browserData.path}`,
    ...(process.env.TIDEMARK_NO_SANDBOX ? ["--no-sandbox"] : []),
  ];
  const child = spawn(process.env.TIDEMARK_ELECTRON!, args, {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: { ...process.env, ...env, ENGINE_APP: JSON.stringify({ modules, execArgv: nodeOptions }) },
  });
  const exited = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    // Until it has exited, it may create the folder again.
    await exited;
    browserData.remove();
  });
  return child;
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
  /** The pid of the engine, not of the app around it. */
  readonly #pid: Promise<number | undefined>;
  #lastId = 0;
  #hasExited = false;
  /** The reason that the engine gave for not starting. */
  startError: Extract<EngineReply, { kind: "fatal" }> | null = null;

  constructor(dataFolder: string, { start, ...options }: ProcessOptions = {}) {
    this.#child = startProcess(options);
    this.exited = once(this.#child, "exit").then(() => {
      this.#hasExited = true;
      for (const reply of this.#replies.values()) reply(null);
    });
    onTestFinished(() => void this.#child.kill("SIGKILL"));
    this.#pid = new Promise((resolve) => {
      if (startProcess === forkNode) resolve(this.#child.pid);
      else
        this.#child.on("message", (message: Spawned) => message.kind === "spawned" && resolve(message.pid));
    });
    this.#ready = new Promise((resolve, reject) => {
      this.#child.on("message", (reply: EngineReply | Spawned) => {
        if (reply.kind !== "spawned") this.#receive(reply, resolve, reject);
      });
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
  async signal(name: "SIGSTOP" | "SIGCONT"): Promise<void> {
    const pid = await Promise.race([this.#pid, this.exited]);
    if (pid === undefined) throw new Error("The engine has exited.");
    process.kill(pid, name);
  }

  async kill(): Promise<void> {
    const pid = await Promise.race([this.#pid, this.exited]);
    if (pid !== undefined && isAlive(pid)) process.kill(pid, "SIGKILL");
    await this.exited;
  }

  async stop(): Promise<void> {
    this.#post({ kind: "stop" });
    await this.exited;
  }
}
