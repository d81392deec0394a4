import type { CallError } from "../../../shared/calls.js";
import type { BatchResult } from "../../../shared/contract/batch.js";
import type { BatchExtra } from "../../stores/batch-draft.js";
import { batchParts } from "./batch-parts.js";

interface RunPart {
  readonly identifiers: readonly string[];
  readonly processed: number;
  /** Null until all of them are there. */
  readonly results: readonly BatchResult[] | null;
}

export type RunFailure =
  /** A call to the engine failed. */
  | { readonly kind: "call"; readonly error: CallError }
  /** A job failed. */
  | { readonly kind: "job"; readonly message: string };

/** A list that is looked up part by part. */
export interface BatchRun {
  readonly include: readonly BatchExtra[];
  readonly parts: readonly RunPart[];
  readonly state: "running" | "stopping" | "stopped" | "done" | "failed";
  readonly failure: RunFailure | null;
}

export function newRun(identifiers: readonly string[], include: readonly BatchExtra[]): BatchRun {
  const parts = batchParts(identifiers).map((part) => ({ identifiers: part, processed: 0, results: null }));
  return { include, parts, state: "running", failure: null };
}

export function withProgress(run: BatchRun, index: number, processed: number): BatchRun {
  return { ...run, parts: run.parts.map((part, at) => (at === index ? { ...part, processed } : part)) };
}

export function withResults(run: BatchRun, index: number, results: readonly BatchResult[]): BatchRun {
  const parts = run.parts.map((part, at) =>
    at === index ? { ...part, processed: part.identifiers.length, results } : part,
  );
  return { ...run, parts };
}

export function withFailure(run: BatchRun, index: number, failure: RunFailure): BatchRun {
  return { ...withProgress(run, index, 0), state: "failed", failure };
}

export function isUnderWay({ state }: BatchRun): boolean {
  return state === "running" || state === "stopping";
}

/** The part to send next; -1 when there is none. */
export function nextPart(run: BatchRun): number {
  return run.parts.findIndex(({ results }) => results === null);
}

export function resultsOf(run: BatchRun): BatchResult[] {
  return run.parts.flatMap(({ results }) => results ?? []);
}

export function progressOf({ parts }: BatchRun): { readonly done: number; readonly total: number } {
  return {
    done: parts.reduce((sum, { processed }) => sum + processed, 0),
    total: parts.reduce((sum, { identifiers }) => sum + identifiers.length, 0),
  };
}
