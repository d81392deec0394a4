import type { Arbitrary } from "fast-check";

/** What can be wrong with how a case was taken. */
export const faults = ["5xx", "crash", "hang", "wrong"] as const;
export type Fault = (typeof faults)[number];

/** A judge's verdict on a case that was not taken as it should be. Anything else that is thrown is a crash. */
export class Wrong extends Error {
  override readonly name = "Wrong";
  readonly fault: Fault;

  constructor(message: string, fault: Fault = "wrong") {
    super(message);
    this.fault = fault;
  }
}

/** The real part that is tried, running, with what makes its cases and judges how it takes them. */
export interface Subject<T> {
  readonly cases: Arbitrary<T>;
  /** Throws `Wrong`. */
  judge(value: T): Promise<void> | void;
  /** What has to hold after all cases together; each complaint is a sentence. */
  finish?(): Promise<string[]> | string[];
  close?(): Promise<void> | void;
}

export interface TargetDefinition<T> {
  readonly name: string;
  /** What is tried, for the table. */
  readonly what: string;
  /** Of a million cases. */
  readonly share: number;
  /** Cases under way at the same time; more than one where the case waits for another process. */
  readonly lanes?: number;
  readonly deadlineMs?: number;
  /** Cases that share a seed: few where each takes long. */
  readonly chunk?: number;
  open(): Promise<Subject<T>> | Subject<T>;
}

/** A target whose cases' type is its own matter. */
export interface Target extends Omit<TargetDefinition<unknown>, "open"> {
  use<R>(work: (run: OpenTarget) => Promise<R>): Promise<R>;
}

export interface ChunkWish {
  readonly seed: number;
  readonly cases: number;
  /** Only the case at this place, as a finding names it. */
  readonly path?: string;
  /** Whether a failing case is made as small as it can be. */
  readonly shrinks: boolean;
}

/** A case that was not taken as it should be, made small. */
export interface Finding {
  readonly target: string;
  readonly fault: Fault;
  readonly message: string;
  /** The case, as it can be pasted into a test; empty where the fault is not of one case. */
  readonly value: string;
  /** What repeats it: `seed` or `seed:path`. */
  readonly repeat: string;
}

export interface ChunkOutcome {
  readonly cases: number;
  readonly finding: Finding | null;
}

export interface OpenTarget {
  chunk(wish: ChunkWish): Promise<ChunkOutcome>;
  finish(): Promise<Finding[]>;
}
