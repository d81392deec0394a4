import { randomBytes } from "node:crypto";
import { setPriority } from "node:os";
import { workerData } from "node:worker_threads";
import { move, transferableSymbol, valueSymbol } from "piscina";
import { openReader } from "../db/open.js";
import { type ReadDb, readSnapshot } from "../db/store.js";
import { systemClock } from "../domain/clock.js";
import { renderResult } from "../http/respond.js";
import { routes } from "../http/routes/index.js";
import type { BatchLookup } from "../operations/batch/batch-step.js";
import { lookUpIdentifiers } from "../operations/batch/look-up-batch.js";
import { readListFile } from "../operations/lists/read-file.js";
import { runHeavyRead } from "../operations/perform.js";
import { ContractError } from "../operations/request/contract-error.js";
import { noEffects } from "../operations/request/effects.js";
import { type HeavyRead, type RenderedParts, RenderedResult } from "../operations/request/heavy-read.js";
import { directPageReader } from "../sources/page/page-reader.js";
import { findDamage } from "./full-check.js";
import { silentLog } from "./log.js";

/** The program of the readers' threads: reads texts, and runs heavy reads on a connection of its own. */

// Linux gives each thread a priority of its own, so the event loop goes first.
if (process.platform === "linux") setPriority(10);

let opened: ReadDb | undefined;

/** Only some threads read the database. */
function openDb(): ReadDb {
  opened ??= openReader(String(workerData));
  return opened;
}

interface ReadResult {
  readonly rendered: (RenderedParts & { readonly body: Uint8Array<ArrayBuffer> }) | null;
  /** Unless it is rendered. */
  readonly result: unknown;
  readonly credits: number;
}

function render({ operation, form }: HeavyRead, result: object): RenderedResult {
  const route = routes.find((each) => each.operation === operation);
  if (route !== undefined && form !== "object") return renderResult(route, form, result as never);
  const body = JSON.stringify(result).slice(1, -1);
  return new RenderedResult({ status: 200, form: "json", body, hasMeta: false });
}

function readRendered(read: HeavyRead): ReadResult {
  const context = { db: openDb(), clock: systemClock, randomBytes, log: silentLog, effects: noEffects };
  const { result, credits } = runHeavyRead(context, read);
  if (read.form === "object") return { rendered: null, result, credits };
  const rendered = render(read, result);
  const body = new TextEncoder().encode(String(rendered.body));
  return { rendered: { ...rendered, body }, result: null, credits };
}

const work = {
  findDamage,
  read: readRendered,
  lookUp: (lookup: BatchLookup) => readSnapshot(openDb(), () => lookUpIdentifiers(openDb(), lookup)),
  prepare: () => directPageReader.prepare(),
  readPage: directPageReader.readPage,
  readLinks: directPageReader.readLinks,
  readListFile,
};

export type Work = typeof work;

export interface Task<K extends keyof Work = keyof Work> {
  readonly kind: K;
  readonly args: Parameters<Work[K]>;
}

/** An error as plain data: threads pass on neither its class nor its own fields. */
export interface Failure {
  readonly isContract: boolean;
  readonly message: string;
  readonly stack: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

export type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly failure: Failure };

function describeFailure(thrown: unknown): Failure {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { message, stack } = error;
  return { isContract: error instanceof ContractError, message, stack, fields: { ...error } };
}

/** Moves the body of a rendered result between the threads, instead of copying it. */
function toReply(value: unknown): Reply {
  const reply = { ok: true, value } as const;
  const body = (value as Partial<ReadResult> | null)?.rendered?.body;
  if (body == null) return reply;
  // The pool passes on what stands under `valueSymbol`.
  return move({ [transferableSymbol]: body.buffer, [valueSymbol]: reply }) as unknown as Reply;
}

/** Every task of the pool. */
export async function run({ kind, args }: Task): Promise<Reply> {
  try {
    // A task's arguments are those of its kind.
    return toReply(await (work[kind] as (...args: unknown[]) => unknown)(...args));
  } catch (error) {
    return { ok: false, failure: describeFailure(error) };
  }
}
