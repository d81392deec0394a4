import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { Section } from "../../components/section.js";
import { texts } from "../../lib/texts.js";
import { addToDraft } from "../../stores/batch-draft.js";
import { clearRun, resumeRun, stopRun } from "./batch-run.js";
import { JobFailure } from "./job-failure.js";
import { Progress } from "./progress.js";
import { Results } from "./results.js";
import { type BatchRun, isUnderWay, progressOf, resultsOf } from "./run-state.js";

export function RunPanel({ run }: { readonly run: BatchRun }) {
  const { done, total } = progressOf(run);
  const results = resultsOf(run);
  const isRunning = isUnderWay(run);
  return (
    <>
      {run.state !== "done" && (
        <Section title={texts().batch.runs[run.state]} actions={<RunActions run={run} />}>
          <div className="batch-run">
            <Progress done={done} total={total} />
            {isRunning && run.parts.length > 1 && <p className="quiet">{texts().batch.goesOn}</p>}
            {run.failure?.kind === "call" && <ErrorNote error={run.failure.error} onRetry={resumeRun} />}
            {run.failure?.kind === "job" && <JobFailure message={run.failure.message} onRetry={resumeRun} />}
          </div>
        </Section>
      )}
      {results.length > 0 && (
        <Results results={results} actions={run.state === "done" && <Again run={null} />} />
      )}
    </>
  );
}

function RunActions({ run }: { readonly run: BatchRun }) {
  if (run.state === "running")
    return run.parts.length > 1 ? <Button onClick={stopRun}>{texts().batch.stop}</Button> : null;
  if (run.state === "stopped")
    return (
      <>
        <Button variant="primary" onClick={resumeRun}>
          {texts().batch.goOn}
        </Button>
        <Again run={run} />
      </>
    );
  return run.state === "failed" ? <Again run={run} /> : null;
}

/** To a new list where all is done; to the same, to be changed, where something is left to do. */
function Again({ run }: { readonly run: BatchRun | null }) {
  const back = () => {
    if (run) addToDraft(run.parts.flatMap(({ identifiers }) => identifiers));
    clearRun();
  };
  return <Button onClick={back}>{run ? texts().batch.changeList : texts().batch.lookUpOthers}</Button>;
}
