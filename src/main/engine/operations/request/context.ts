import type { AppOperation, AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import type { ReadDb } from "../../db/store.js";
import type { Clock } from "../../domain/clock.js";
import type { Effects } from "./effects.js";
import type { HeavyReader } from "./heavy-read.js";

/** Injected, so that tests are repeatable. */
export type RandomBytes = (count: number) => Uint8Array;

/** The engine's log. Secrets must never reach it. */
export interface Logger {
  info(message: string, details?: Readonly<Record<string, unknown>>): void;
  error(message: string, error: unknown, details?: Readonly<Record<string, unknown>>): void;
}

/** What is stored, and the time. */
export interface StoreContext {
  readonly db: ReadDb;
  readonly clock: Clock;
}

/** What is stored for an account. */
export interface AccountContext extends StoreContext {
  readonly accountId: number;
}

/** Dependencies of every operation. */
export interface OperationContext extends StoreContext {
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
}

/** Dependencies of operations that serve requests. */
export interface RequestContext extends OperationContext {
  readonly effects: Effects;
  /** Without one, heavy reads run where they are asked for, like all others. */
  readonly reader?: HeavyReader;
}

/** Dependencies of operations that serve the owner. */
export type OwnerContext = RequestContext & AccountContext;

/** An operation of the app, with the parts of the running engine that it needs as its context. */
export type Operation<K extends AppOperation, Context> = (
  context: Context,
  request: AppRequest<K>,
) => AppOutput<K>;

export type AsyncOperation<K extends AppOperation, Context> = (
  context: Context,
  request: AppRequest<K>,
) => Promise<AppOutput<K>>;
