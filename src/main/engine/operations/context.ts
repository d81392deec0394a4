import type { ReadDb } from "../db/store.js";
import type { Clock } from "../domain/clock.js";
import type { Effects } from "./effects.js";

/** Random bytes from the caller, so that tests can repeat themselves. */
export type RandomBytes = (count: number) => Uint8Array;

/** What is worth a line in the log; secrets never are. */
export interface Log {
  info(message: string, details?: Readonly<Record<string, unknown>>): void;
  error(message: string, error: unknown, details?: Readonly<Record<string, unknown>>): void;
}

/** What operations need from outside to carry out requests. */
export interface RequestContext extends OperationContext {
  readonly effects: Effects;
}

/** What operations need from outside. */
export interface OperationContext {
  readonly db: ReadDb;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Log;
}
