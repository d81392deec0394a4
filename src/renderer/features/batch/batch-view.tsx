import { texts } from "../../lib/texts.js";
import { useBatchDraft } from "../../stores/batch-draft.js";
import { BatchForm } from "./batch-form.js";
import { useBatchRun } from "./batch-run.js";
import { RecentJobs } from "./recent-jobs.js";
import { RunPanel } from "./run-panel.js";
import { isUnderWay } from "./run-state.js";
import "./batch-view.css";

/** Many products at once: a list pasted or opened, and what it found. */
export function BatchView() {
  const run = useBatchRun((state) => state.run);
  const hasDraft = useBatchDraft((state) => state.text !== "");
  return (
    <div className="page">
      <header className="page-header">
        <h1>{texts().app.places.batch}</h1>
      </header>
      {(!run || hasDraft) && <BatchForm isWaiting={run !== null && isUnderWay(run)} />}
      {run && <RunPanel run={run} />}
      <RecentJobs />
    </div>
  );
}
