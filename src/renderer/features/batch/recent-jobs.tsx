import type { BatchJobSummary } from "../../../shared/app/alerts.js";
import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { Section } from "../../components/section.js";
import { Tag } from "../../components/tag.js";
import { formatCount, formatDateTime, formatPlural } from "../../lib/format.js";
import { useAnswer } from "../../stores/answers.js";
import { go } from "../../stores/navigation.js";
import { jobStates } from "./job-states.js";

/** Lists of more than 20 are jobs, which the engine keeps for a week, whoever asked for them. */
export function RecentJobs() {
  const { data, error, refresh } = useAnswer("batch.jobs", {});
  if (error) return <ErrorNote error={error} onRetry={refresh} />;
  if (!data || data.jobs.length === 0) return null;
  return (
    <Section title="Earlier lists" flush>
      <table className="table" aria-label="Earlier lists">
        <thead>
          <tr>
            <th scope="col">Started</th>
            <th scope="col">Size</th>
            <th scope="col">State</th>
            <th scope="col">
              <span className="visually-hidden">Open</span>
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
  const { tone, label } = jobStates[status];
  const started = formatDateTime(created_at);
  return (
    <tr>
      <th scope="row">{started}</th>
      <td>{formatPlural("line", total)}</td>
      <td>
        <Tag tone={tone}>{label}</Tag>
        {status === "processing" && ` ${formatCount(processed)} of ${formatCount(total)}`}
        {error && <span className="batch-why quiet"> {error}</span>}
      </td>
      <td className="is-action">
        <Button
          variant="quiet"
          aria-label={`Open the list of ${started}`}
          onClick={() => go({ view: "batch", job: id })}
        >
          Open
        </Button>
      </td>
    </tr>
  );
}
