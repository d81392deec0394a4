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

/** A restart is usually quicker than this, so that most calls never notice one. */
const awayPatienceMs = 3_000;
/** The first start may load the sample market; the window shows that it is starting. */
const startPatienceMs = 60_000;
/** Migrating a large database takes minutes; what takes longer than this hangs. */
const startTimeoutMs = 300_000;
/** Checking and copying a large backup comes before that. */
const restoreTimeoutMs = 3_600_000;
const ranWellAfterMs = 30_000;
/** A stop waits for requests and checks under way and empties the write-ahead log, also on a slow disk. */
const stopPatienceMs = 10_000;

export interface SupervisorOptions {
  readonly host: EngineHost;
  /** Asked when a process is started, not before. */
  readonly start: () => EngineStart;
  readonly log: (message: string) => void;
  readonly after?: After;
  /** Opens a page in a hidden window for the engine, which has none. Never rejects. */
  readonly render?: (wish: RenderWish) => Promise<RenderResult>;
}

const noWindow: RenderResult = {
  kind: "failed",
  outcome: "needs a window",
  detail: "The page shows its price only in a window, and none can be opened here.",
};

/** What one start is told that the next one is not. */
type Once = Pick<EngineStart, "restore">;

/** One process from its start to its end. */
interface Run {
  readonly process: EngineProcess;
  readonly ended: Promise<void>;
  /** The backup that it was to put in place first. */
  readonly restore: string | undefined;
}

/** Keeps an engine running, passes calls to it and says how it is. Decisions are in `engine-life.ts`. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #after: After;
  readonly #calls: PendingCalls;
  readonly #hostCalls = new HostCalls();
  /** Waits to hear whether the backup that the engine was started with is in place. */
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

  /** Returns its unsubscribe. */
  onStatus(listener: (status: EngineStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Returns its unsubscribe. */
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

  /** Never rejects: an engine that is away is an answer like any other. */
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

  /** Asks for what only main may ask for. Never rejects. */
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
   * Ends the engine and starts one that puts this backup in place first, also out of `stopped`. An engine that ran on
   * would remember, and go on writing, what belongs to the data that was there before.
   */
  async restore(file: string): Promise<RestoreResult> {
    this.#advance({ kind: "restart-asked" });
    await this.#endRun();
    return new Promise((resolve) => {
      this.#onRestored = resolve;
      this.start({ restore: file });
      // The app is being closed, or somebody else has started an engine meanwhile.
      if (this.#run?.restore !== file) this.#loseWork();
    });
  }

  /** Resolves once it answers, or is certain not to; at once where that is so already. */
  async settled(): Promise<void> {
    const { state } = this.status;
    if (state !== "ready" && state !== "stopped") await this.#settled(restoreTimeoutMs);
  }

  /** The computer woke up. An engine that is starting looks for what is due by itself. */
  wake(): void {
    if (this.status.state === "ready") this.#run?.process.send({ kind: "wake" });
  }

  /** The user asks for a new start: also out of `stopped`. */
  async restart(once: Once = {}): Promise<void> {
    this.#advance({ kind: "restart-asked" });
    await this.#endRun();
    this.start(once);
  }

  /** Asks the engine to end, and ends it if it does not within 3 s. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#endRun();
  }

  /** What was to end the app did not happen: the engine goes on. */
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
    if (reply.kind === "news") {
      for (const listener of this.#newsListeners) listener(reply.news);
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
      void this.#render(reply.id, reply.wish);
      return;
    }
    this.#advance(reply);
    if (reply.kind === "ready") this.#setTimer(ranWellAfterMs, () => this.#advance({ kind: "ran-well" }));
  }

  async #render(id: number, wish: RenderWish): Promise<void> {
    const run = this.#run;
    const result = (await this.#options.render?.(wish)) ?? noWindow;
    // Another engine has not asked for it.
    if (this.#run === run) run?.process.send({ kind: "rendered", id, result });
  }

  #ended(reason: string): void {
    this.#options.log(`The engine ended: ${reason}`);
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
      message: "A part of Tidemark that reads and keeps your data is missing.",
      action: "Install Tidemark again. Your data stays where it is.",
      backup: null,
    });
  }

  /** Nobody is left to answer. What has its answer already is not touched. */
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

  /** Waits for an engine that is on its way; `null` if it does not come in time or will not come at all. */
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

  /** Whoever asks while it is ending waits for the same end: two engines never share a folder. */
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

  /** One timer at a time: until the start must have ended, until it has run well, or until the next restart. */
  #setTimer(delayMs: number, run: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#after(delayMs, run);
  }
}
