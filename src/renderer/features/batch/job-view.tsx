import { useEffect, useState } from "react";
import type { CallResult } from "../../../shared/calls.js";
import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { Section } from "../../components/section.js";
import { Skeleton } from "../../components/skeleton.js";
import { formatDateTime } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { go } from "../../stores/navigation.js";
import { followJob } from "./follow-job.js";
import { JobFailure } from "./job-failure.js";
import { Progress } from "./progress.js";
import { Results } from "./results.js";
import "./batch-view.css";

/** One list that the engine keeps: how far it is, and what it found. */
export function JobView({ id }: { readonly id: string }) {
  const [look, setLook] = useState<CallResult<"batch.get"> | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt more looks again
  useEffect(() => {
    const stopping = new AbortController();
    void followJob(id, setLook, stopping.signal).then((last) => last && setLook(last));
    return () => stopping.abort();
  }, [id, attempt]);
  return (
    <div className="page">
      <header className="page-header">
        <h1>{useTitle(id)}</h1>
        <Button onClick={() => go({ view: "batch" })}>{texts().batch.lookUpOthers}</Button>
      </header>
      {look === null && <Skeleton height={200} />}
      {look?.ok && <Job job={look.data} />}
      {look && !look.ok && <ErrorNote error={look.error} onRetry={() => setAttempt((count) => count + 1)} />}
    </div>
  );
}

function useTitle(id: string): string {
  const job = useAnswer("batch.jobs", {}).data?.jobs.find((candidate) => candidate.id === id);
  return job ? texts().results.listOf(formatDateTime(job.created_at)) : texts().results.list;
}

function Job({ job }: { readonly job: Extract<CallResult<"batch.get">, { ok: true }>["data"] }) {
  const { batch, results, error } = job;
  switch (batch.status) {
    case "completed":
      return <Results results={results ?? []} />;
    case "failed":
      return <JobFailure message={error ?? texts().results.noReason} />;
    default:
      return (
        <Section title={texts().batch.runs.running}>
          <Progress done={batch.processed} total={batch.total} />
        </Section>
      );
  }
}
