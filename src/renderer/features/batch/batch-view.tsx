import { BatchForm } from "./batch-form.js";
import { useBatchRun } from "./batch-run.js";
import { RecentJobs } from "./recent-jobs.js";
import { RunPanel } from "./run-panel.js";
import "./batch-view.css";

/** Many products at once: a list pasted or opened, what it costs, and what it found. */
export function BatchView() {
  const run = useBatchRun((state) => state.run);
  return (
    <div className="page">
      <header className="page-header">
        <h1>Look up many</h1>
      </header>
      {run ? <RunPanel run={run} /> : <BatchForm />}
      <RecentJobs />
    </div>
  );
}
