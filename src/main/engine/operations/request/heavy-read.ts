import type { AppOperation } from "../../../../shared/app/operations.js";
import type { ContractOperation } from "../../../../shared/contract/operations.js";
import type { Caller } from "./caller.js";

/** A result as the operation returns it, or the body of an HTTP response, which is as costly as the work itself. */
export type ResultForm = "object" | "json" | "csv";

/** A read of so much that it would delay others. Plain data, which a thread can receive. */
export interface HeavyRead {
  readonly operation: ContractOperation | AppOperation;
  readonly input: unknown;
  readonly caller: Caller;
  readonly nowMs: number;
  readonly form: ResultForm;
}

/** The body of an HTTP response, but for what depends on the charge. */
export class RenderedResult {
  readonly status: 200 | 201 | 202;
  readonly form: Exclude<ResultForm, "object">;
  /** CSV, or the fields of a JSON object without its braces. */
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** Whether the response's body carries Meta, too. */
  readonly hasMeta: boolean;

  constructor(parts: RenderedParts) {
    this.status = parts.status;
    this.form = parts.form;
    this.body = parts.body;
    this.hasMeta = parts.hasMeta;
  }
}

/** Its fields as plain data, which a thread can send. */
export type RenderedParts = Pick<RenderedResult, keyof RenderedResult>;

/** A result, a `RenderedResult` unless its form is `object`, and what it costs. */
export interface FoundResult {
  readonly result: unknown;
  readonly credits: number;
}

/** What the caller of an operation gets from a heavy read, and whether it still wants it. */
export interface ReadOptions {
  /** Default: `object`. */
  readonly form?: ResultForm;
  /** Whether to refuse fields that an operation of the app does not know. */
  readonly isStrict?: boolean;
  /** Aborts when the caller is gone. */
  readonly signal?: () => AbortSignal;
}

/** Runs heavy reads off the event loop. */
export interface HeavyReader {
  /** How many reads of the caller's account are waiting; of the owner, apart from those of programs. */
  readonly waiting: (caller: Caller) => number;
  /**
   * Rejects with a `ContractError` if the operation does, otherwise with an unexpected error. A read that is waiting when
   * `signal` aborts is dropped.
   */
  readonly read: (read: HeavyRead, signal?: AbortSignal) => Promise<FoundResult>;
}
