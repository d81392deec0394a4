import { create } from "zustand";
import { texts } from "../../lib/texts.js";
import { expireAnswers } from "../../stores/answers.js";
import { type BatchExtra, setDraftText } from "../../stores/batch-draft.js";
import { callOnce } from "../../stores/call-engine.js";
import { followJob } from "./follow-job.js";
import {
  type BatchRun,
  newRun,
  nextPart,
  type RunFailure,
  withFailure,
  withProgress,
  withResults,
} from "./run-state.js";

interface Runs {
  readonly run: BatchRun | null;
}

/** The list that is being looked up, or was last; it goes on while other pages are open. */
export const useBatchRun = create<Runs>(() => ({ run: null }));

/** Ends the driving of a run that was put away. */
let driving = new AbortController();

function change(make: (run: BatchRun) => BatchRun): void {
  useBatchRun.setState(({ run }) => ({ run: run && make(run) }));
}

export function startRun(identifiers: readonly string[], include: readonly BatchExtra[]): void {
  clearRun();
  // From here on the list is the run's; what is in the box is another one.
  setDraftText("");
  useBatchRun.setState({ run: newRun(identifiers, include) });
  void drive(driving.signal);
}

/** Goes on with the parts that are not there yet. */
export function resumeRun(): void {
  change((run) => ({ ...run, state: "running", failure: null }));
  void drive(driving.signal);
}

/** What was sent is finished; the parts after it are not sent. */
export function stopRun(): void {
  change((run) => (run.state === "running" ? { ...run, state: "stopping" } : run));
}

export function clearRun(): void {
  driving.abort();
  driving = new AbortController();
  useBatchRun.setState({ run: null });
}

/** One part after the other, so that it can be stopped in between. */
async function drive(signal: AbortSignal): Promise<void> {
  for (;;) {
    const { run } = useBatchRun.getState();
    if (!run || signal.aborted) return;
    const index = nextPart(run);
    if (index < 0) return change((now) => ({ ...now, state: "done" }));
    if (run.state === "stopping") return change((now) => ({ ...now, state: "stopped" }));
    const failure = await lookUpPart(run, index, signal);
    if (signal.aborted) return;
    if (failure) return change((now) => withFailure(now, index, failure));
  }
}

async function lookUpPart(run: BatchRun, index: number, signal: AbortSignal): Promise<RunFailure | null> {
  const identifiers = [...(run.parts[index]?.identifiers ?? [])];
  const sent = await callOnce("batch.create", { identifiers, include: [...run.include] });
  if (signal.aborted) return null;
  if (!sent.ok) return { kind: "call", error: sent.error };
  if ("results" in sent.data) {
    const { results } = sent.data;
    change((now) => withResults(now, index, results));
    return null;
  }
  const failure = await followPart(sent.data.batch.id, index, signal);
  expireAnswers("batch.jobs");
  return failure;
}

async function followPart(id: string, index: number, signal: AbortSignal): Promise<RunFailure | null> {
  const tell = (processed: number) => change((now) => withProgress(now, index, processed));
  const last = await followJob(id, (look) => look.ok && tell(look.data.batch.processed), signal);
  if (last === null) return null;
  if (!last.ok) return { kind: "call", error: last.error };
  const { batch, results, error } = last.data;
  if (batch.status === "failed") return { kind: "job", message: error ?? texts().results.noReason };
  change((now) => withResults(now, index, results ?? []));
  return null;
}
