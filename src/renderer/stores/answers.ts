import { useCallback, useEffect, useMemo } from "react";
import { create } from "zustand";
import type {
  CallError,
  CallResult,
  OperationInput,
  OperationName,
  OperationResult,
} from "../../shared/calls.js";
import { answered, type KeptAnswer, whileAsked, withoutFailure } from "../lib/kept-answer.js";
import { ask } from "./call-engine.js";

interface Answers {
  readonly entries: Readonly<Record<string, KeptAnswer>>;
}

/**
 * The server cache of the window: each question and its answer, kept for the session. A view that mounts shows what is
 * known, and asks again behind it.
 */
const useAnswers = create<Answers>(() => ({ entries: {} }));

function keyOf<K extends OperationName>(operation: K, input: OperationInput<K>): string {
  return `${operation} ${JSON.stringify(input)}`;
}

function put(key: string, entry: KeptAnswer): void {
  useAnswers.setState((state) => ({ entries: { ...state.entries, [key]: entry } }));
}

/** Counts how often everything was forgotten. */
let generation = 0;

async function load<K extends OperationName>(operation: K, input: OperationInput<K>): Promise<void> {
  const key = keyOf(operation, input);
  const before = useAnswers.getState().entries[key];
  if (before?.isLoading) return;
  put(key, whileAsked(before));
  const asked = generation;
  const result = (await ask(operation, input)) as CallResult<OperationName>;
  // It is of a catalogue that has changed meanwhile: what was forgotten is asked for again, if nobody has yet.
  if (asked !== generation) return load(operation, input);
  // The view that asked has the answer under its own key: an answer that comes late cannot replace another's. It may
  // have expired, or been forgotten, while it was on its way.
  put(key, answered(useAnswers.getState().entries[key], result, Date.now()));
}

/** Asks again. A response in flight may predate what was done, so it is followed by another request. */
function loadAgain<K extends OperationName>(operation: K, input: OperationInput<K>): void {
  const key = keyOf(operation, input);
  const entry = useAnswers.getState().entries[key];
  if (entry?.isLoading) put(key, { ...entry, isExpired: true });
  else void load(operation, input);
}

/** Views that mount one after the other share an answer. */
const maxAgeMs = 1_000;

function isFresh(entry: KeptAnswer | undefined): boolean {
  if (!entry) return false;
  if (entry.isLoading) return true;
  if (entry.isExpired) return false;
  return entry.data !== null && entry.error === null && Date.now() - entry.atMs < maxAgeMs;
}

/** The answers to these questions are not so any more: those on screen are asked again. */
export function expireAnswers(...expired: readonly OperationName[]): void {
  const isMeant = (key: string) => expired.some((operation) => key.startsWith(`${operation} `));
  useAnswers.setState(({ entries }) => ({
    entries: Object.fromEntries(
      Object.entries(entries).map(([key, entry]) => [
        key,
        isMeant(key) ? { ...entry, isExpired: true } : entry,
      ]),
    ),
  }));
}

/** Counted by the effects below, so that what was forgotten or has expired is asked for again. */
function isMissing(entry: KeptAnswer | undefined): boolean {
  return entry === undefined || (entry.isExpired && !entry.isLoading);
}

/** Forgets failures, and with `everything` all that is known (the catalogue itself has changed). */
export function forgetAnswers(everything: boolean): void {
  if (everything) generation++;
  useAnswers.setState(({ entries }) => ({
    entries: Object.fromEntries(
      Object.entries(everything ? {} : entries).flatMap(([key, entry]) => {
        const kept = withoutFailure(entry);
        return kept === null ? [] : [[key, kept] as const];
      }),
    ),
  }));
}

export interface Answer<K extends OperationName> {
  /** The last good answer, also beside the failure of a newer one. */
  readonly data: OperationResult<K> | null;
  readonly error: CallError | null;
  readonly isLoading: boolean;
  /** Asks again, whatever is known. */
  readonly refresh: () => void;
}

function read<K extends OperationName>(entry: KeptAnswer | undefined): Omit<Answer<K>, "refresh"> {
  return {
    data: (entry?.data ?? null) as OperationResult<K> | null,
    error: entry?.isLoading ? null : (entry?.error ?? null),
    isLoading: entry === undefined || entry.isLoading,
  };
}

/** Answers to several questions of one kind, in their order: the pages of a list, the segments of a history. */
export function useAnswerList<K extends OperationName>(
  operation: K,
  inputs: readonly OperationInput<K>[],
): readonly Answer<K>[] {
  const entries = useAnswers((state) => state.entries);
  const signature = inputs.map((input) => keyOf(operation, input)).join("\n");
  const missing = inputs.filter((input) => isMissing(entries[keyOf(operation, input)])).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature stands for the inputs' contents
  useEffect(() => {
    for (const input of inputs) {
      if (!isFresh(useAnswers.getState().entries[keyOf(operation, input)])) void load(operation, input);
    }
  }, [operation, signature, missing]);
  return inputs.map((input) => ({
    ...read<K>(entries[keyOf(operation, input)]),
    refresh: () => loadAgain(operation, input),
  }));
}

/** The answer to one question, asked when the view first needs it. */
export function useAnswer<K extends OperationName>(operation: K, input: OperationInput<K>): Answer<K> {
  const key = keyOf(operation, input);
  const entry = useAnswers((state) => state.entries[key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the input's contents
  const refresh = useCallback(() => loadAgain(operation, input), [operation, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when an answer was forgotten or has expired
  useEffect(() => {
    if (!isFresh(useAnswers.getState().entries[key])) refresh();
  }, [operation, key, refresh, isMissing(entry)]);
  return useMemo(() => ({ ...read<K>(entry), refresh }), [entry, refresh]);
}
