import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { Section } from "../../components/section.js";
import { setDraftText } from "../../stores/batch-draft.js";
import { clearRun, resumeRun, stopRun } from "./batch-run.js";
import { JobFailure } from "./job-failure.js";
import { Progress } from "./progress.js";
import { Results } from "./results.js";
import { type BatchRun, progressOf, resultsOf } from "./run-state.js";

export function RunPanel({ run }: { readonly run: BatchRun }) {
  const { done, total } = progressOf(run);
  const results = resultsOf(run);
  const isRunning = run.state === "running" || run.state === "stopping";
  return (
    <>
      {run.state !== "done" && (
        <Section title={titles[run.state]} actions={<RunActions run={run} />}>
          <Progress done={done} total={total} />
          {isRunning && run.parts.length > 1 && (
            <p className="quiet">
              It goes on while you use other pages. Parts of up to 100 are sent one after the other, as long
              as Tidemark is open.
            </p>
          )}
          {run.failure?.kind === "call" && <ErrorNote error={run.failure.error} onRetry={resumeRun} />}
          {run.failure?.kind === "job" && <JobFailure message={run.failure.message} onRetry={resumeRun} />}
        </Section>
      )}
      {results.length > 0 && (
        <Results results={results} actions={run.state === "done" && <Again keepsText={false} />} />
      )}
    </>
  );
}

const titles: Readonly<Record<BatchRun["state"], string>> = {
  running: "Looking up…",
  stopping: "Finishing what was sent…",
  stopped: "Stopped",
  failed: "Not all could be looked up",
  done: "Done",
};

function RunActions({ run }: { readonly run: BatchRun }) {
  if (run.state === "running") return run.parts.length > 1 ? <Button onClick={stopRun}>Stop</Button> : null;
  if (run.state === "stopped")
    return (
      <>
        <Button variant="primary" onClick={resumeRun}>
          Go on
        </Button>
        <Again keepsText />
      </>
    );
  return run.state === "failed" ? <Again keepsText /> : null;
}

/** Back to the list: to a new one where all is done, to the same where something is left to do. */
function Again({ keepsText }: { readonly keepsText: boolean }) {
  const back = () => {
    if (!keepsText) setDraftText("");
    clearRun();
  };
  return <Button onClick={back}>{keepsText ? "Change the list" : "Look up others"}</Button>;
}
