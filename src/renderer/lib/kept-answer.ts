import type { CallError, CallResult, OperationName, OperationResult } from "../../shared/calls.js";

/** What is known of a question's answer. */
export interface KeptAnswer<K extends OperationName = OperationName> {
  /** The last good answer: a later failure does not take it from the screen. */
  readonly data: OperationResult<K> | null;
  /** Why the newest answer is none. */
  readonly error: CallError | null;
  readonly isLoading: boolean;
  /** When the data arrived, milliseconds since 1970; 0 before. */
  readonly atMs: number;
  /** The engine has told that it is not so any more. */
  readonly isExpired: boolean;
}

const nothing = { data: null, error: null, isLoading: false, atMs: 0, isExpired: false } as const;

/** It is asked; until the answer comes, what is known stays, and an old failure is told no longer. */
export function whileAsked(before: KeptAnswer | undefined): KeptAnswer {
  return { ...(before ?? nothing), isLoading: true, isExpired: false };
}

/** What an answer makes of what was known. What is not there any more must not be shown as if it were. */
export function answered(
  before: KeptAnswer | undefined,
  result: CallResult<OperationName>,
  atMs: number,
): KeptAnswer {
  const known = before ?? nothing;
  const common = { isLoading: false, isExpired: known.isExpired };
  if (result.ok) return { ...common, data: result.data, error: null, atMs };
  const { error } = result;
  return error.code === "ERR_PRODUCT_NOT_FOUND"
    ? { ...common, data: null, error, atMs }
    : { ...common, data: known.data, error, atMs: known.atMs };
}

/** Without its failure; null where there is nothing else to keep. */
export function withoutFailure(known: KeptAnswer): KeptAnswer | null {
  if (known.isLoading || known.error === null) return known;
  return known.data === null ? null : { ...known, error: null, isExpired: true };
}
