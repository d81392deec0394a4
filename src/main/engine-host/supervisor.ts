import { assertNever } from "../../shared/assert-never.js";
import type { CallResult, OperationInput, OperationName } from "../../shared/calls.js";
import type { DataError, EngineProblem } from "../../shared/data/data-error.js";
import type {
  HostInput,
  HostOperation,
  HostProgress,
  HostResult,
  RestoreResult,
} from "../../shared/data/host-operations.js";
import type {
  EngineEvent,
  EngineReply,
  EngineStart,
  RenderRequest,
  RenderResult,
  RestoreRequest,
} from "../../shared/engine-process.js";
import type { EngineStatus } from "../../shared/ipc.js";
import { PendingCalls } from "../../shared/pending-calls.js";
import { type After, backoffMs, systemAfter } from "../../shared/time.js";
import { lostCall, timedOutCall, unavailableCall } from "./call-failure.js";
import { type EngineHost, type EngineProcess, EngineUnavailable } from "./engine-host.js";
import { Heartbeat } from "./heartbeat.js";

/**
 * The first restart is immediate, so that the user does not notice a single crash. The delays keep a broken engine from
 * spinning.
 */
const restartBackoff = { firstMs: 250, maxMs: 30_000 };

/** How long a call waits for a restart, which takes seconds on a slow computer. */
const awayTimeoutMs = 15_000;
/** How long a call waits for an engine that does not respond: it may be busy for a moment, or need a restart. */
const silentTimeoutMs = 3_000;
/** How long a call waits for a start, because the first one may load the sample market. */
const startingTimeoutMs = 60_000;
/** Migrating a large database takes minutes. An engine that is not ready by then is killed and restarted. */
const startTimeoutMs = 300_000;
/** A restore checks and copies a large backup first. */
const restoreTimeoutMs = 3_600_000;
const stableAfterMs = 30_000;
/** Longer than any operation takes. A call without a timeout could leave the window waiting forever. */
const callTimeoutMs = 60_000;
/** Long enough to finish pending requests and checks and to checkpoint the write-ahead log, even on a slow disk. */
const stopTimeoutMs = 10_000;

export interface SupervisorOptions {
  readonly host: EngineHost;
  /** Called each time a process is started. */
  readonly start: () => EngineStart;
  readonly log: (message: string) => void;
  readonly after?: After;
  /** Between the messages that show whether the engine answers. Default: 5 s. */
  readonly pingIntervalMs?: number | undefined;
  /** Opens a shop's page in a hidden window for the engine. Never rejects. */
  readonly render?: (request: RenderRequest) => Promise<RenderResult>;
}

/** How a call to an operation reserved for main, which may take minutes, reports its progress and is cancelled. */
export interface HostCallOptions {
  readonly onProgress: (progress: HostProgress) => void;
  readonly signal: AbortSignal;
}

/** The engine exited before the operation finished, or was not running. */
const engineAwayError: DataError = {
  kind: "engine-away",
  path: null,
  message: "Tidemark's engine stopped before it had finished.",
  action: "Try again in a moment. Nothing that was saved is lost.",
};

const noWindowFailure: RenderResult = {
  kind: "failed",
  outcome: "needs a window",
  detail: "The page shows its price only in a browser window, and none can be opened here.",
};

/** One engine process, from start to exit. */
interface Run {
  readonly process: EngineProcess;
  readonly ended: Promise<void>;
  /** The backup that it restores before it opens the database. */
  readonly restore: RestoreRequest | undefined;
}

const starting: EngineStatus = { state: "starting" };

/** Keeps an engine running, forwards calls to it and reports its status. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #after: After;
  readonly #calls = new PendingCalls<CallResult<OperationName>>();
  readonly #hostCalls = new PendingCalls<HostResult<HostOperation>>();
  readonly #onHostProgress = new Map<number, HostCallOptions["onProgress"]>();
  readonly #heartbeat: Heartbeat;
  /** Resolves the pending `restore` call. */
  #resolveRestore: (result: RestoreResult) => void = () => undefined;
  readonly #statusListeners = new Set<(status: EngineStatus) => void>();
  readonly #eventListeners = new Set<(event: EngineEvent) => void>();
  #status = starting;
  /** Restarts since the engine last ran stably. */
  #attempts = 0;
  #run: Run | null = null;
  #cancelTimer: () => void = () => undefined;
  #isStopping = false;
  #stopping: Promise<void> = Promise.resolve();

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#after = options.after ?? systemAfter;
    this.#heartbeat = new Heartbeat({
      after: this.#after,
      intervalMs: options.pingIntervalMs,
      ping: () => this.#run?.process.send({ kind: "ping" }),
      onSilent: () => {
        if (this.#status.state === "ready") this.#setStatus({ ...this.#status, state: "silent" });
      },
    });
  }

  get status(): EngineStatus {
    return this.#status;
  }

  /** Returns a function that unsubscribes. */
  onStatus(listener: (status: EngineStatus) => void): () => void {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  }

  /** Returns a function that unsubscribes. */
  onEvent(listener: (event: EngineEvent) => void): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  /** `restore` is for this start only: an automatic restart drops it. */
  start(restore?: RestoreRequest): void {
    if (this.#isStopping || this.#run) return;
    try {
      this.#run = this.#spawn(restore);
      const timeoutMs = restore === undefined ? startTimeoutMs : restoreTimeoutMs;
      this.#setTimer(timeoutMs, () => this.#run?.process.kill());
    } catch (error) {
      this.#handleStartError(error);
    }
  }

  /** Never rejects: an unavailable engine is reported as a result. */
  async call<K extends OperationName>(operation: K, input: OperationInput<K>): Promise<CallResult<K>> {
    const run = await this.#waitForReadyRun();
    if (!run) return unavailableCall(this.#status);
    const { id, answer } = this.#calls.register();
    const cancelTimeout = this.#after(callTimeoutMs, () =>
      this.#calls.settle(id, timedOutCall(callTimeoutMs)),
    );
    void answer.then(cancelTimeout);
    run.process.send({ kind: "call", id, operation, input });
    return answer as Promise<CallResult<K>>;
  }

  /** Calls an operation reserved for the main process. Never rejects. */
  async callHost<K extends HostOperation>(
    operation: K,
    input: HostInput<K>,
    { onProgress, signal }: HostCallOptions,
  ): Promise<HostResult<K>> {
    const run = await this.#waitForReadyRun();
    if (!run) return { outcome: "failed", problem: engineAwayError };
    const { id, answer } = this.#hostCalls.register();
    const cancel = () => run.process.send({ kind: "host-cancel", id });
    signal.addEventListener("abort", cancel);
    this.#onHostProgress.set(id, onProgress);
    run.process.send({ kind: "host-call", id, operation, input });
    if (signal.aborted) cancel();
    const result = await answer;
    this.#onHostProgress.delete(id);
    signal.removeEventListener("abort", cancel);
    // The engine returns the result type of the operation.
    return result as HostResult<K>;
  }

  /**
   * Restarts the engine, also from `stopped`, with a backup to restore first. An engine that kept running would hold
   * state of the replaced data in memory, and write it back.
   */
  async restore(request: RestoreRequest): Promise<RestoreResult> {
    this.#attempts = 0;
    this.#setStatus(starting);
    await this.#stopRun();
    return new Promise((resolve) => {
      this.#resolveRestore = resolve;
      this.start(request);
      // The app is quitting, or another caller has started an engine meanwhile.
      if (this.#run?.restore !== request) this.#failPendingCalls();
    });
  }

  /** Resolves once the engine is ready or has stopped for good. */
  async whenSettled(): Promise<void> {
    const { state } = this.#status;
    if (state !== "ready" && state !== "stopped") await this.#waitUntilSettled(restoreTimeoutMs);
  }

  /** Called when the computer wakes from sleep. A starting engine finds due checks by itself. */
  wake(): void {
    if (this.#status.state === "ready") this.#run?.process.send({ kind: "wake" });
  }

  /** Restarts the engine at the user's request, also from `stopped`. */
  async restart(): Promise<void> {
    this.#attempts = 0;
    this.#setStatus(starting);
    await this.#stopRun();
    this.start();
  }

  /** Asks the engine to exit, and kills it if it does not. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#stopRun();
  }

  /** Starts the engine again after `stop`, when the app does not quit after all. */
  async resume(): Promise<void> {
    this.#isStopping = false;
    await this.restart();
  }

  #spawn(restore: RestoreRequest | undefined): Run {
    let reportEnd: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      reportEnd = resolve;
    });
    const start = { ...this.#options.start(), ...(restore && { restore }) };
    const process = this.#options.host.spawn(start, {
      onReply: (reply) => {
        if (this.#run === run) this.#receive(reply);
      },
      onExit: (reason) => {
        reportEnd();
        if (this.#run === run) this.#handleExit(reason);
      },
    });
    const run: Run = { process, ended, restore };
    return run;
  }

  #receive(reply: EngineReply): void {
    switch (reply.kind) {
      case "result":
        this.#calls.settle(reply.id, reply.result);
        break;
      case "event":
        for (const listener of this.#eventListeners) listener(reply.event);
        break;
      case "host-progress":
        this.#onHostProgress.get(reply.id)?.(reply.progress);
        break;
      case "host-result":
        this.#hostCalls.settle(reply.id, reply.result);
        break;
      case "restored":
        this.#resolveRestore(reply.result);
        break;
      case "render":
        void this.#render(reply.id, reply.request);
        break;
      case "pong":
        this.#heartbeat.handleAnswer();
        if (this.#status.state === "silent") this.#setStatus({ ...this.#status, state: "ready" });
        break;
      case "fatal":
        this.#giveUp(reply);
        break;
      case "ready":
        this.#handleReady(reply);
        break;
      default:
        assertNever(reply);
    }
  }

  #handleReady(reply: Extract<EngineReply, { kind: "ready" }>): void {
    const { kind: state, isReadOnly, isLogLost, ...engine } = reply;
    this.#setStatus({ state, ...engine, ...(isReadOnly && { isReadOnly }), ...(isLogLost && { isLogLost }) });
    this.#setTimer(stableAfterMs, () => {
      this.#attempts = 0;
    });
    // Not earlier: a restore or a migration may block a start for minutes.
    this.#heartbeat.start();
  }

  /** A restart would not help. */
  #giveUp({ problem, path, message, action, backup }: EngineProblem): void {
    this.#attempts = 0;
    this.#setStatus({ state: "stopped", problem, path, message, action, backup });
  }

  async #render(id: number, request: RenderRequest): Promise<void> {
    const run = this.#run;
    const result = (await this.#options.render?.(request)) ?? noWindowFailure;
    // A process that was started meanwhile did not request this page.
    if (this.#run === run) run?.process.send({ kind: "rendered", id, result });
  }

  #handleExit(reason: string): void {
    this.#options.log(`The engine exited: ${reason}`);
    this.#run = null;
    this.#heartbeat.stop();
    this.#failPendingCalls();
    this.#cancelTimer();
    if (this.#status.state === "stopped") return;
    this.#attempts += 1;
    this.#setStatus({ state: "away", attempt: this.#attempts });
    this.#setTimer(restartDelayMs(this.#attempts), () => this.start());
  }

  #handleStartError(error: unknown): void {
    this.#options.log(`The engine could not be started: ${String(error)}`);
    if (!(error instanceof EngineUnavailable)) {
      this.#handleExit("it could not be started");
      return;
    }
    this.#giveUp({
      problem: "unexpected",
      path: null,
      message: "The part of Tidemark that manages your data is missing.",
      action: "Install Tidemark again. Your data stays where it is.",
      backup: null,
    });
  }

  /** Fails every pending call, because no process is left to answer it. */
  #failPendingCalls(): void {
    const lost = { outcome: "failed", problem: engineAwayError } as const;
    this.#calls.settleAll(lostCall);
    this.#hostCalls.settleAll(lost);
    this.#resolveRestore(lost);
  }

  #setStatus(status: EngineStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    for (const listener of this.#statusListeners) listener(status);
  }

  /** Waits for a starting engine; `null` if it is not ready in time or has stopped. */
  async #waitForReadyRun(): Promise<Run | null> {
    const timeoutMs = readyTimeoutMs(this.#status.state);
    if (timeoutMs > 0) await this.#waitUntilSettled(timeoutMs);
    return this.#status.state === "ready" ? this.#run : null;
  }

  #waitUntilSettled(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        cancel();
        unsubscribe();
        resolve();
      };
      const cancel = this.#after(timeoutMs, finish);
      const unsubscribe = this.onStatus(({ state }) => {
        if (state === "ready" || state === "stopped") finish();
      });
    });
  }

  /** Concurrent callers wait for the same exit: two engines must never share a folder. */
  async #stopRun(): Promise<void> {
    this.#cancelTimer();
    this.#heartbeat.stop();
    const run = this.#run;
    this.#run = null;
    this.#failPendingCalls();
    if (run) this.#stopping = this.#stopProcess(run);
    await this.#stopping;
  }

  async #stopProcess(run: Run): Promise<void> {
    run.process.send({ kind: "stop" });
    const cancel = this.#after(stopTimeoutMs, () => run.process.kill());
    await run.ended;
    cancel();
  }

  /** One timer at a time: for the start timeout, for a stable run, or for the next restart. */
  #setTimer(delayMs: number, callback: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#after(delayMs, callback);
  }
}

/** How long a call waits for an engine in this state to become ready. */
function readyTimeoutMs(state: EngineStatus["state"]): number {
  switch (state) {
    case "ready":
    case "stopped":
      return 0;
    case "starting":
      return startingTimeoutMs;
    case "away":
      return awayTimeoutMs;
    case "silent":
      return silentTimeoutMs;
    default:
      return assertNever(state);
  }
}

/** @param attempt number of the restart, counted from 1 */
function restartDelayMs(attempt: number): number {
  return attempt === 1 ? 0 : backoffMs(attempt - 1, restartBackoff);
}
