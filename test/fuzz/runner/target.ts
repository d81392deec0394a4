import type { IAsyncProperty } from "fast-check";

export const failureKinds = ["5xx", "crash", "hang", "wrong"] as const;
export type FailureKind = (typeof failureKinds)[number];

/** Thrown by an oracle. Any other error that a case throws counts as a crash. */
export class OracleError extends Error {
  override readonly name = "OracleError";
  readonly kind: FailureKind;

  constructor(message: string, kind: FailureKind = "wrong") {
    super(message);
    this.kind = kind;
  }
}

export interface OpenTarget {
  /** Sends a generated case to the code under test and checks the result. */
  readonly property: IAsyncProperty<unknown>;
  /** Checks what must hold after all cases. Returns one sentence per failure. */
  finish?(): Promise<string[]> | string[];
  close?(): Promise<void> | void;
}

/** An entry point of the program, with the generator of its input and the oracle for its output. */
export interface Target {
  readonly name: string;
  /** The column "input" of the table. */
  readonly input: string;
  readonly casesPerMillion: number;
  /** More than 1 only where cases wait for another process or a socket. */
  readonly concurrency?: number;
  readonly timeoutMs?: number;
  /** Cases that share a seed: few where each is slow. */
  readonly batchSize?: number;
  open(): Promise<OpenTarget> | OpenTarget;
}

export interface Finding {
  readonly target: string;
  readonly kind: FailureKind;
  readonly message: string;
  /** The shrunk case as an expression, to be pasted into a test. Empty if no single case is to blame. */
  readonly value: string;
  /** The argument of `--repeat`: `seed` or `seed:path`. */
  readonly repeat: string;
}
