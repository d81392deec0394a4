import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { ErrorCode } from "../../../shared/contract/errors.js";
import { MINUTE_MS } from "../../../shared/time.js";
import type { BatchLookup } from "../operations/batch/batch-step.js";
import type { BatchFinding } from "../operations/batch/look-up-batch.js";
import type { ListFileReader } from "../operations/lists/read-file.js";
import { type Caller, isMetered } from "../operations/request/caller.js";
import { ContractError } from "../operations/request/contract-error.js";
import {
  type HeavyRead,
  type HeavyReader,
  type RenderedParts,
  RenderedResult,
} from "../operations/request/heavy-read.js";
import { directPageReader, type PageReader } from "../sources/page/page-reader.js";
import type { FetchedPage } from "../sources/page/read-page.js";

/** What a thread can be asked for. */
export type Question =
  | { readonly kind: "request"; readonly read: HeavyRead }
  | { readonly kind: "batch"; readonly lookup: BatchLookup }
  | { readonly kind: "page"; readonly page: FetchedPage }
  | { readonly kind: "links"; readonly html: string; readonly url: string }
  | { readonly kind: "list"; readonly content: string; readonly fileName: string };

export interface ReaderRequest {
  readonly id: number;
  readonly question: Question;
}

/** Classes do not survive the way between threads. */
type Failure =
  | {
      readonly kind: "contract";
      readonly code: ErrorCode;
      readonly message: string;
      readonly action: string;
      readonly retryAfterSeconds: number | null;
    }
  | { readonly kind: "other"; readonly message: string; readonly stack: string; readonly code: unknown };

export type ReaderReply =
  | { readonly id: number; readonly ok: false; readonly failure: Failure }
  | {
      readonly id: number;
      readonly ok: true;
      readonly answer: Answer;
    };

/** The answer to a `Question`; rendered, or the value itself. */
export type Answer =
  | {
      readonly rendered: RenderedParts & { readonly body: Uint8Array<ArrayBuffer> };
      readonly credits: number;
    }
  | { readonly value: unknown; readonly credits: number };

export function describeFailure(error: unknown): Failure {
  if (error instanceof ContractError) {
    const { code, message, action, retryAfterSeconds } = error;
    return { kind: "contract", code, message, action, retryAfterSeconds };
  }
  const known: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  const { message, stack = "", code } = known;
  return { kind: "other", message, stack, code };
}

function toError(failure: Failure): Error {
  if (failure.kind === "other") {
    const { message, stack, code } = failure;
    return Object.assign(new Error(message), { stack, code });
  }
  const { code, message, action, retryAfterSeconds } = failure;
  return new ContractError(code, message, {
    action,
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
  });
}

/** The built program, beside the engine's; `null` where the engine runs from its sources. */
function findProgram(): string | null {
  const paths = ["./reader.js", "../reader.js"].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return paths.find((path) => existsSync(path)) ?? null;
}

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** A run of the thread's program, from its start to its end. */
class ThreadRun {
  readonly #worker: Worker;
  readonly #onEnd: () => void;
  readonly #waiting = new Map<number, Waiting>();
  #timer: NodeJS.Timeout | undefined;
  #lastId = 0;
  #cause: unknown = null;

  constructor(worker: Worker, onEnd: () => void) {
    this.#worker = worker;
    this.#onEnd = onEnd;
    worker.on("message", (reply: ReaderReply) => this.#settle(reply));
    worker.on("error", (error) => {
      this.#cause = error;
    });
    worker.on("exit", () => this.#rejectAll());
    this.#watch();
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  ask(question: Question): Promise<Answer> {
    if (this.#waiting.size === 0) this.#watch();
    this.#lastId += 1;
    const request: ReaderRequest = { id: this.#lastId, question };
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.id, { resolve, reject });
      this.#worker.postMessage(request);
    });
  }

  async end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#onEnd();
    await this.#worker.terminate();
  }

  /** Ends the run after a minute without an answer: it is idle, or it hangs. */
  #watch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#waiting.size > 0) this.#cause = new Error("The reader's thread took more than a minute.");
      void this.end();
    }, MINUTE_MS);
    this.#timer.unref();
  }

  #settle(reply: ReaderReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    this.#watch();
    if (reply.ok) waiting?.resolve(reply.answer);
    else waiting?.reject(toError(reply.failure));
  }

  #rejectAll(): void {
    clearTimeout(this.#timer);
    this.#onEnd();
    const error = new Error("The reader's thread has ended.", { cause: this.#cause });
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** A thread that starts with the first read, and ends after a minute without one. */
export class ReaderThread {
  readonly #startWorker: () => Worker;
  #run: ThreadRun | null = null;

  constructor(start: () => Worker) {
    this.#startWorker = start;
  }

  get waiting(): number {
    return this.#run?.waiting ?? 0;
  }

  /** Starts the thread unless it is running. A question starts it, too. */
  start(): ThreadRun {
    this.#run ??= this.#startRun();
    return this.#run;
  }

  ask(question: Question): Promise<Answer> {
    return this.start().ask(question);
  }

  async stop(): Promise<void> {
    await this.#run?.end();
  }

  #startRun(): ThreadRun {
    const run = new ThreadRun(this.#startWorker(), () => {
      if (this.#run === run) this.#run = null;
    });
    return run;
  }
}

interface Reader {
  /** Absent where there is no program for a thread. */
  readonly reader?: HeavyReader;
  readonly lookUpOnThread?: (lookup: BatchLookup) => Promise<readonly BatchFinding[]>;
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
  readListFile: async (content, fileName) =>
    (await import("../operations/lists/read-file.js")).readListFile(content, fileName),
};

/** Characters. A shorter text takes less time to read than to pass to a thread that has yet to start. */
const minThreadedText = 50_000;

/** Reads long texts on a thread. */
function createTextReaders(thread: ReaderThread): TextReaders {
  const ask = async <T>(question: Question): Promise<T> => {
    const answer = await thread.ask(question);
    if (!("value" in answer)) throw new Error(`The thread rendered its answer to "${question.kind}".`);
    return answer.value as T;
  };
  const isLong = (text: string) => text.length >= minThreadedText;
  return {
    pageReader: {
      // Few pages of shops are short.
      prepare: () => void thread.start(),
      readPage: (page) =>
        page.outcome.kind === "page" && isLong(page.outcome.html)
          ? ask({ kind: "page", page })
          : directPageReader.readPage(page),
      readLinks: (html, url) =>
        isLong(html) ? ask({ kind: "links", html, url }) : directPageReader.readLinks(html, url),
    },
    readListFile: (content, fileName) =>
      isLong(content)
        ? ask({ kind: "list", content, fileName })
        : directTextReaders.readListFile(content, fileName),
  };
}

/**
 * Reads on threads of their own: one for the owner, one for programs, which would keep the owner waiting, and one for
 * texts from elsewhere.
 */
export function createReader(folder: string): Reader {
  const program = findProgram();
  if (program === null) return { texts: directTextReaders, stop: async () => undefined };
  const start = () => new Worker(program, { execArgv: [], workerData: folder });
  const threads = {
    owner: new ReaderThread(start),
    key: new ReaderThread(start),
    texts: new ReaderThread(start),
  };
  const threadOf = (caller: Caller) => (isMetered(caller) ? threads.key : threads.owner);
  return {
    reader: {
      waiting: (caller) => threadOf(caller).waiting,
      read: async (read) => {
        const answer = await threadOf(read.caller).ask({ kind: "request", read });
        const result = "rendered" in answer ? new RenderedResult(answer.rendered) : answer.value;
        return { result, credits: answer.credits };
      },
    },
    lookUpOnThread: async (lookup) => {
      const answer = await threads.key.ask({ kind: "batch", lookup });
      // The thread's answer to this kind of question.
      return "value" in answer ? (answer.value as BatchFinding[]) : [];
    },
    texts: createTextReaders(threads.texts),
    stop: async () => {
      await Promise.all(Object.values(threads).map((thread) => thread.stop()));
    },
  };
}
