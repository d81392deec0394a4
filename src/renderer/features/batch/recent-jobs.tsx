import type { BatchJobSummary } from "../../../shared/app/alerts.js";
import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { Section } from "../../components/section.js";
import { Tag } from "../../components/tag.js";
import { formatCount, formatDateTime, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { go } from "../../stores/navigation.js";
import { jobTones } from "./job-tones.js";

/** Lists of more than 20 are jobs, which the engine keeps for a week. */
export function RecentJobs() {
  const { data, error, refresh } = useAnswer("batch.jobs", {});
  if (error) return <ErrorNote error={error} onRetry={refresh} />;
  if (!data || data.jobs.length === 0) return null;
  const { common, results } = texts();
  return (
    <Section title={results.earlier} flush>
      <table className="table" aria-label={results.earlier}>
        <thead>
          <tr>
            <th scope="col">{results.started}</th>
            <th scope="col">{results.size}</th>
            <th scope="col">{results.state}</th>
            <th scope="col">
              <span className="visually-hidden">{common.open}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.jobs.map((job) => (
            <Job key={job.id} job={job} />
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Job({ job }: { readonly job: BatchJobSummary }) {
  const { id, status, total, processed, created_at, error } = job;
  const { common, results } = texts();
  const started = formatDateTime(created_at);
  return (
    <tr>
      <th scope="row">{started}</th>
      <td>{formatPlural("line", total)}</td>
      <td>
        <Tag tone={jobTones[status]}>{results.states[status]}</Tag>
        {status === "processing" && ` ${common.outOf(formatCount(processed), formatCount(total))}`}
        {error && <span className="batch-why quiet"> {error}</span>}
      </td>
      <td className="is-action">
        <Button
          variant="quiet"
          aria-label={results.openListOf(started)}
          onClick={() => go({ view: "batch", job: id })}
        >
          {common.open}
        </Button>
      </td>
    </tr>
  );
}
