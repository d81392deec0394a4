import type { ContractOperation } from "../../../../shared/contract/operations.js";
import type { Caller } from "./caller.js";

/** A result as the operation returns it, or the body of an HTTP response, which is as costly as the work itself. */
export type ResultForm = "object" | "json" | "csv";

/** A request that reads so much that it would delay others. Plain data, which a thread can receive. */
export interface HeavyRead {
  readonly operation: ContractOperation;
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

/** Runs heavy reads off the event loop. */
export interface HeavyReader {
  /** How many of the caller's kind are waiting, or running: the owner does not wait for programs. */
  readonly waiting: (caller: Caller) => number;
  /**
   * Rejects with a `ContractError` if the operation does, otherwise with an unexpected error.
   */
  readonly read: (read: HeavyRead) => Promise<FoundResult>;
}
