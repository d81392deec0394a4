import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Piscina } from "piscina";
import { MINUTE_MS } from "../../../shared/time.js";
import type { BatchLookup } from "../operations/batch/batch-step.js";
import type { BatchFinding } from "../operations/batch/look-up-batch.js";
import type { ListFileReader } from "../operations/lists/read-file.js";
import { type Caller, isMetered } from "../operations/request/caller.js";
import type { Logger } from "../operations/request/context.js";
import { ContractError, invalidParams } from "../operations/request/contract-error.js";
import { type HeavyReader, RenderedResult } from "../operations/request/heavy-read.js";
import { directPageReader, type PageReader } from "../sources/page/page-reader.js";
import type { PageReading } from "../sources/page/read-page.js";
import { findDamage } from "./full-check.js";
import type { Failure, Reply, Task, Work } from "./reader.js";
import { Turns } from "./turns.js";

/** Classes do not survive the way between threads. */
function toError({ isContract, message, stack, fields }: Failure): Error {
  const error = isContract
    ? new ContractError(fields.code as ContractError["code"], message)
    : new Error(message);
  return Object.assign(error, fields, { stack });
}

/** The owner's reads, texts from elsewhere, the check of the database, and the reads of each account, by its id. */
type Line = "owner" | "texts" | "check" | number;

/** Shared by the accounts of programs. With two, an account waits for no other's read while a third has none. */
const accountThreads = 2;
const maxThreads = 3 + accountThreads;

function canRun(line: Line, running: ReadonlySet<Line>): boolean {
  return typeof line === "string" || [...running].filter(Number.isInteger).length < accountThreads;
}

/** Of a thread's heap. A read that needs more would keep the whole computer waiting. */
const maxReadHeapMb = 1_024;
/** Few pages of the largest size take half of it; one that takes more is made to. */
const maxPageHeapMb = 256;

function tooMuch(what: string): ContractError {
  return invalidParams(`Reading this takes ${what}.`, "Ask for less at a time.");
}

interface PoolOptions {
  /** The program of the threads: its function `run` does a task. */
  readonly program: string;
  readonly dataFolder: string;
  readonly log: Logger;
  readonly maxHeapMb: number;
}

/** Threads that start with the first work, and end after a minute without any. */
export class ReaderPool {
  readonly #options: PoolOptions;
  readonly #turns = new Turns<Line>(canRun);
  readonly #ending: Promise<unknown>[] = [];
  #pool: Piscina<Task, Reply> | undefined;
  #isStopped = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Whether a thread runs already. */
  get isRunning(): boolean {
    return this.#pool !== undefined && this.#pool.threads.length > 0;
  }

  waiting(line: Line): number {
    return this.#turns.waiting(line);
  }

  /** Does work on a thread when it is the line's turn. An abort drops it only while it waits. */
  async run<K extends keyof Work>(
    line: Line,
    task: Task<K>,
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<Work[K]>>> {
    const reply = await this.#turns.take(line, () => this.#runOnThread(task), signal);
    if (!reply.ok) throw toError(reply.failure);
    // The thread's reply to this kind of task.
    return reply.value as Awaited<ReturnType<Work[K]>>;
  }

  /** Resolves once no thread has the database open. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#pool?.destroy();
    await Promise.all(this.#ending);
  }

  /** A task that takes too long or too much memory fails. One whose thread dies of something else is repeated once. */
  async #runOnThread(task: Task, isRepeated = false): Promise<Reply> {
    const pool = await this.#openPool();
    const limit = new AbortController();
    // A large database takes minutes to check.
    const timer =
      task.kind === "findDamage" ? undefined : setTimeout(() => this.#endThread(pool, limit), MINUTE_MS);
    timer?.unref();
    try {
      return await pool.run(task, { filename: this.#options.program, name: "run", signal: limit.signal });
    } catch (error) {
      if (this.#isStopped) throw error;
      const reason = limit.signal.aborted
        ? tooMuch("more than a minute")
        : (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY"
          ? tooMuch("too much memory")
          : error;
      this.#options.log.error("A reader's thread has ended.", reason, { task: task.kind });
      if (reason instanceof ContractError) throw reason;
      if (isRepeated) throw new Error("The reader's thread has ended twice.", { cause: error });
      return await this.#runOnThread(task, true);
    } finally {
      clearTimeout(timer);
    }
  }

  async #openPool(): Promise<Piscina<Task, Reply>> {
    // Imported with the first work, to keep the engine's start fast.
    const { Piscina } = await import("piscina");
    if (this.#isStopped) throw new Error("The engine is stopping.");
    const { log, dataFolder, maxHeapMb } = this.#options;
    this.#pool ??= new Piscina<Task, Reply>({
      minThreads: 0,
      maxThreads,
      idleTimeout: MINUTE_MS,
      // A thread goes on importing after its reply, which waiting with atomics would suspend.
      atomics: "disabled",
      recordTiming: false,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
      workerData: dataFolder,
    }).on("error", (error) => log.error("An idle reader's thread has ended.", error));
    return this.#pool;
  }

  #endThread(pool: Piscina, limit: AbortController): void {
    const threads = pool.threads;
    limit.abort();
    const ended = threads.filter((thread) => !pool.threads.includes(thread));
    this.#ending.push(...ended.map((thread) => thread.terminate()));
  }
}

/** The built program, beside the engine's; `null` where the engine runs from its sources. */
function findProgram(): string | null {
  const paths = ["./reader.js", "../reader.js"].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return paths.find((path) => existsSync(path)) ?? null;
}

interface Reader {
  /** Absent where there is no program for a thread. */
  readonly reader?: HeavyReader;
  readonly lookUpOnThread?: (lookup: BatchLookup) => Promise<readonly BatchFinding[]>;
  /** The first findings of a full check of the database. */
  readonly findDamage: () => Promise<readonly string[]>;
  readonly texts: TextReaders;
  readonly stop: () => Promise<void>;
}

/** Readers of what strangers wrote: pages, and files of links. */
export interface TextReaders {
  readonly pageReader: PageReader;
  readonly readListFile: ListFileReader;
}

export const directTextReaders: TextReaders = {
  pageReader: directPageReader,
  // Imported with the first file, to keep the engine's start fast.
  readListFile: async (...args) => (await import("../operations/lists/read-file.js")).readListFile(...args),
};

/** Characters. A shorter text takes less time to read than a thread takes to start. */
const minThreadedText = 50_000;

/** A page that takes too much is one that could not be read. */
function toUnread(error: unknown): PageReading {
  if (!(error instanceof ContractError)) throw error;
  return { kind: "failed", outcome: "too large", detail: `The page is too complex. ${error.message}` };
}

/** Reads long texts on threads. */
export function createTextReaders(pool: ReaderPool, pages: ReaderPool): TextReaders {
  const isLong = (text: string) => text.length >= minThreadedText;
  // A running thread has loaded the page reader already.
  const isForThread = (html: string) => pages.isRunning || isLong(html);
  return {
    pageReader: {
      // Few pages of shops are short.
      prepare: () => void pages.run("texts", { kind: "prepare", args: [] }).catch(() => undefined),
      readPage: (page) =>
        page.outcome.kind === "page" && isForThread(page.outcome.html)
          ? pages.run("texts", { kind: "readPage", args: [page] }).catch(toUnread)
          : directPageReader.readPage(page),
      readLinks: (...args) =>
        isForThread(args[0])
          ? pages.run("texts", { kind: "readLinks", args })
          : directPageReader.readLinks(...args),
    },
    readListFile: (...args) =>
      isLong(args[0])
        ? pool.run("texts", { kind: "readListFile", args })
        : directTextReaders.readListFile(...args),
  };
}

function lineOf(caller: Caller): Line {
  return isMetered(caller) ? caller.accountId : "owner";
}

/** Reads on threads. Neither the owner's reads nor texts wait for programs, and each account has its turn. */
export function createReader({ dataFolder, log }: Pick<PoolOptions, "dataFolder" | "log">): Reader {
  const program = findProgram();
  if (program === null)
    return {
      findDamage: async () => findDamage(dataFolder),
      texts: directTextReaders,
      stop: async () => undefined,
    };
  const pool = new ReaderPool({ program, dataFolder, log, maxHeapMb: maxReadHeapMb });
  const pages = new ReaderPool({ program, dataFolder, log, maxHeapMb: maxPageHeapMb });
  return {
    reader: {
      waiting: (caller) => pool.waiting(lineOf(caller)),
      read: async (read, signal) => {
        const { rendered, result, credits } = await pool.run(
          lineOf(read.caller),
          { kind: "read", args: [read] },
          signal,
        );
        return { result: rendered === null ? result : new RenderedResult(rendered), credits };
      },
    },
    lookUpOnThread: (lookup) => pool.run(lookup.accountId, { kind: "lookUp", args: [lookup] }),
    findDamage: () => pool.run("check", { kind: "findDamage", args: [dataFolder] }),
    texts: createTextReaders(pool, pages),
    stop: async () => void (await Promise.all([pool.stop(), pages.stop()])),
  };
}
