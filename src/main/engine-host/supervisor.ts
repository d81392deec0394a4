import type { CallResult, OperationInput, OperationName } from "../../shared/calls.js";
import type {
  HostInput,
  HostOperation,
  HostResult,
  RestoreResult,
} from "../../shared/data/host-operations.js";
import type {
  EngineNews,
  EngineReply,
  EngineStart,
  RenderResult,
  RenderWish,
} from "../../shared/engine-process.js";
import type { EngineStatus } from "../../shared/ipc.js";
import { type After, realAfter } from "../../shared/timers.js";
import { unsentCall } from "./call-failure.js";
import { type EngineHost, type EngineProcess, EngineUnavailable } from "./engine-host.js";
import { type EngineLife, type EngineLifeEvent, newEngineLife, nextEngineLife } from "./engine-life.js";
import { engineAway, HostCalls, type HostWork } from "./host-calls.js";
import { PendingCalls } from "./pending-calls.js";
import { restartDelayMs } from "./restart-delay.js";

/** Most restarts are faster than this, so most calls never notice one. */
const awayPatienceMs = 3_000;
/** The first start may load the sample market; the window shows that it is starting. */
const startPatienceMs = 60_000;
/** Migrating a large database takes minutes; anything slower than this hangs. */
const startTimeoutMs = 300_000;
/** A restore checks and copies a large backup first. */
const restoreTimeoutMs = 3_600_000;
const ranWellAfterMs = 30_000;
/** Long enough to finish pending requests and checkpoint the write-ahead log, even on a slow disk. */
const stopPatienceMs = 10_000;

export interface SupervisorOptions {
  readonly host: EngineHost;
  /** Called each time a process is started. */
  readonly start: () => EngineStart;
  readonly log: (message: string) => void;
  readonly after?: After;
  /** Opens a shop's page in a hidden window for the engine. Never rejects. */
  readonly render?: (wish: RenderWish) => Promise<RenderResult>;
}

const noWindow: RenderResult = {
  kind: "failed",
  outcome: "needs a window",
  detail: "The page shows its price only in a browser window, and none can be opened here.",
};

/** Options for one start only; an automatic restart drops them. */
type Once = Pick<EngineStart, "restore" | "takeAltered">;

/** One engine process, from start to exit. */
interface Run {
  readonly process: EngineProcess;
  readonly ended: Promise<void>;
  /** The backup that it restores before it opens the database. */
  readonly restore: string | undefined;
}

/** Keeps an engine running, forwards calls to it and reports its status. `engine-life.ts` makes the decisions. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #after: After;
  readonly #calls: PendingCalls;
  readonly #hostCalls = new HostCalls();
  /** Resolves the pending `restore` call. */
  #onRestored: (result: RestoreResult) => void = () => undefined;
  readonly #listeners = new Set<(status: EngineStatus) => void>();
  readonly #newsListeners = new Set<(news: EngineNews) => void>();
  #life: EngineLife = newEngineLife;
  #run: Run | null = null;
  #cancelTimer: () => void = () => undefined;
  #isStopping = false;
  #ending: Promise<void> = Promise.resolve();

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#after = options.after ?? realAfter;
    this.#calls = new PendingCalls(this.#after);
  }

  get status(): EngineStatus {
    return this.#life.status;
  }

  /** Returns a function that unsubscribes. */
  onStatus(listener: (status: EngineStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Returns a function that unsubscribes. */
  onNews(listener: (news: EngineNews) => void): () => void {
    this.#newsListeners.add(listener);
    return () => this.#newsListeners.delete(listener);
  }

  start(once: Once = {}): void {
    if (this.#isStopping || this.#run) return;
    try {
      this.#run = this.#spawn(once);
      const patience = once.restore === undefined ? startTimeoutMs : restoreTimeoutMs;
      this.#setTimer(patience, () => this.#run?.process.kill());
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Never rejects: an unavailable engine is reported as a result. */
  async call(
    operation: OperationName,
    input: OperationInput<OperationName>,
  ): Promise<CallResult<OperationName>> {
    const run = await this.#readyRun();
    if (!run) return unsentCall(this.status);
    const { id, answer } = this.#calls.open();
    run.process.send({ kind: "call", id, operation, input });
    return answer;
  }

  /** Calls an operation reserved for the main process. Never rejects. */
  async callHost<K extends HostOperation>(
    operation: K,
    input: HostInput<K>,
    work: HostWork,
  ): Promise<HostResult<K>> {
    const run = await this.#readyRun();
    if (!run) return { outcome: "failed", problem: engineAway };
    return this.#hostCalls.ask((request) => run.process.send(request), operation, input, work);
  }

  /**
   * Restarts the engine, also from `stopped`, with a backup to restore first. An engine that kept running would hold
   * state of the replaced data in memory, and write it back.
   */
  async restore(file: string): Promise<RestoreResult> {
    this.#advance({ kind: "restart-asked" });
    await this.#endRun();
    return new Promise((resolve) => {
      this.#onRestored = resolve;
      this.start({ restore: file });
      // The app is quitting, or another caller has started an engine meanwhile.
      if (this.#run?.restore !== file) this.#loseWork();
    });
  }

  /** Resolves once the engine is ready or has stopped for good. */
  async settled(): Promise<void> {
    const { state } = this.status;
    if (state !== "ready" && state !== "stopped") await this.#settled(restoreTimeoutMs);
  }

  /** Called when the computer wakes from sleep. A starting engine finds due checks by itself. */
  wake(): void {
    if (this.status.state === "ready") this.#run?.process.send({ kind: "wake" });
  }

  /** Restarts the engine at the user's request, also from `stopped`. */
  async restart(once: Once = {}): Promise<void> {
    this.#advance({ kind: "restart-asked" });
    await this.#endRun();
    this.start(once);
  }

  /** The user takes data that was altered on the disk as it is. Nothing happens where the engine has not said so. */
  async takeAltered(): Promise<void> {
    if (this.status.state === "stopped" && this.status.problem === "altered")
      await this.restart({ takeAltered: true });
  }

  /** Asks the engine to exit, and kills it if it does not. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#endRun();
  }

  /** Starts the engine again after a quit that did not happen. */
  async resume(): Promise<void> {
    this.#isStopping = false;
    await this.restart();
  }

  #spawn(once: Once): Run {
    let reportEnd: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      reportEnd = resolve;
    });
    const start = { ...this.#options.start(), ...once };
    const process = this.#options.host.spawn(start, {
      onReply: (reply) => {
        if (this.#run === run) this.#receive(reply);
      },
      onExit: (reason) => {
        reportEnd();
        if (this.#run === run) this.#ended(reason);
      },
    });
    const run: Run = { process, ended, restore: once.restore };
    return run;
  }

  #receive(reply: EngineReply): void {
    if (reply.kind === "result") {
      this.#calls.settle(reply.id, reply.result);
      return;
    }
    if (reply.kind === "event") {
      for (const listener of this.#newsListeners) listener(reply.event);
      return;
    }
    if (reply.kind === "host-progress" || reply.kind === "host-result") {
      this.#hostCalls.receive(reply);
      return;
    }
    if (reply.kind === "restored") {
      this.#onRestored(reply.result);
      return;
    }
    if (reply.kind === "render") {
      void this.#render(reply.id, reply.request);
      return;
    }
    this.#advance(reply);
    if (reply.kind === "ready") this.#setTimer(ranWellAfterMs, () => this.#advance({ kind: "ran-well" }));
  }

  async #render(id: number, wish: RenderWish): Promise<void> {
    const run = this.#run;
    const result = (await this.#options.render?.(wish)) ?? noWindow;
    // A new process did not ask for this page.
    if (this.#run === run) run?.process.send({ kind: "rendered", id, result });
  }

  #ended(reason: string): void {
    this.#options.log(`The engine exited: ${reason}`);
    this.#run = null;
    this.#loseWork();
    this.#advance({ kind: "exited" });
    this.#cancelTimer();
    if (this.status.state !== "away") return;
    this.#setTimer(restartDelayMs(this.#life.attempts), () => this.start());
  }

  #fail(error: unknown): void {
    this.#options.log(`The engine could not be started: ${String(error)}`);
    if (!(error instanceof EngineUnavailable)) {
      this.#ended("it could not be started");
      return;
    }
    this.#advance({
      kind: "fatal",
      problem: "unexpected",
      path: null,
      message: "The part of Tidemark that manages your data is missing.",
      action: "Install Tidemark again. Your data stays where it is.",
      backup: null,
    });
  }

  /** Fails every pending call, because no process is left to answer it. */
  #loseWork(): void {
    this.#calls.loseAll();
    this.#hostCalls.loseAll();
    this.#onRestored({ outcome: "failed", problem: engineAway });
  }

  #advance(event: EngineLifeEvent): void {
    const before = this.#life.status;
    this.#life = nextEngineLife(this.#life, event);
    if (this.#life.status === before) return;
    for (const listener of this.#listeners) listener(this.#life.status);
  }

  /** Waits for a starting engine; `null` if it is not ready in time or has stopped. */
  async #readyRun(): Promise<Run | null> {
    const patience = this.status.state === "starting" ? startPatienceMs : awayPatienceMs;
    if (this.status.state !== "ready" && this.status.state !== "stopped") await this.#settled(patience);
    return this.status.state === "ready" ? this.#run : null;
  }

  #settled(patienceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        cancel();
        unsubscribe();
        resolve();
      };
      const cancel = this.#after(patienceMs, finish);
      const unsubscribe = this.onStatus(({ state }) => {
        if (state === "ready" || state === "stopped") finish();
      });
    });
  }

  /** Concurrent callers wait for the same exit: two engines must never share a folder. */
  async #endRun(): Promise<void> {
    this.#cancelTimer();
    const run = this.#run;
    this.#run = null;
    this.#loseWork();
    if (run) this.#ending = this.#end(run);
    await this.#ending;
  }

  async #end(run: Run): Promise<void> {
    run.process.send({ kind: "stop" });
    const cancel = this.#after(stopPatienceMs, () => run.process.kill());
    await run.ended;
    cancel();
  }

  /** One timer at a time: for the start timeout, for a stable run, or for the next restart. */
  #setTimer(delayMs: number, run: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#after(delayMs, run);
  }
}
