import { CircleAlert, CircleCheck, CircleSlash, TriangleAlert, X } from "lucide-react";
import type { DataJob, EndedJob, ImportSummary, RunningJob } from "../../../shared/data/job.js";
import { bridge } from "../../lib/bridge.js";
import { classNames } from "../../lib/class-names.js";
import { progressText, resultText } from "../../lib/data/work-text.js";
import { formatCount } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { Button, IconButton } from "../button.js";
import { ProgressBar } from "../progress-bar.js";
import { Section } from "../section.js";
import "./data.css";

const toneIcons = {
  done: CircleCheck,
  partly: TriangleAlert,
  cancelled: CircleSlash,
  failed: CircleAlert,
} as const;

/** The running file operation, or the result of the last one. */
export function WorkPanel({ work }: { readonly work: DataJob }) {
  return work.phase === "running" ? <Running work={work} /> : <Ended work={work} />;
}

function Running({ work }: { readonly work: RunningJob }) {
  const { task, path, progress, isCancelling } = work;
  const { dataPart } = texts();
  const text = progress === null ? dataPart.starting : progressText(task, progress);
  return (
    <Section
      title={dataPart.running[task]}
      actions={
        task !== "restore" && (
          <Button
            aria-label={dataPart.cancelWhat[task]}
            disabled={isCancelling}
            onClick={() => void bridge().invoke("data:cancel")}
          >
            {isCancelling ? dataPart.cancelling : texts().common.cancel}
          </Button>
        )
      }
    >
      <div className="stack">
        <code className="data-path soft breaks">{path}</code>
        <ProgressBar
          label={dataPart.running[task]}
          done={progress?.done ?? null}
          total={progress?.total ?? 0}
          text={text}
        />
        <p className="quiet">
          <span className="data-progress strong">{task === "restore" ? dataPart.restartsEngine : text}</span>
          {task === "import" && ` ${dataPart.keptOnCancel}`}
        </p>
      </div>
    </Section>
  );
}

function Ended({ work }: { readonly work: EndedJob }) {
  const { result } = work;
  const { tone, title, sentences } = resultText(work);
  const ToneIcon = toneIcons[tone];
  const hasBefore = result.kind === "restored" && result.previous !== null;
  const hasFile = result.kind === "backed-up" || result.kind === "exported";
  const { common, dataPart } = texts();
  return (
    <div
      className={classNames("data-ended line gap-3 from-start", `data-ended-${tone}`)}
      role={tone === "failed" ? "alert" : "status"}
    >
      <ToneIcon className="data-ended-icon fixed" size={18} />
      <div className="data-ended-text grow stack starts gap-1 breaks">
        <h2>{title}</h2>
        <code className="data-path soft breaks">{work.path}</code>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {result.kind === "imported" && <SkippedLines summary={result.summary} />}
        {(hasFile || hasBefore) && (
          <Button onClick={() => void bridge().invoke("data:show-file")}>
            {hasFile ? dataPart.showFile : dataPart.showBefore}
          </Button>
        )}
      </div>
      <IconButton label={common.dismiss} onClick={() => void bridge().invoke("data:dismiss")} icon={X} />
    </div>
  );
}

function SkippedLines({ summary: { skipped, skipped_total: total } }: { readonly summary: ImportSummary }) {
  if (total === 0) return null;
  const { dataPart } = texts();
  const hidden = total - skipped.length;
  return (
    <>
      <p>{dataPart.leftOut(total, formatCount(total))}</p>
      <ul className="data-skipped stack gap-0">
        {skipped.map(({ line, reason }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may be named twice, and the list never changes
          <li key={at}>{dataPart.lineProblem(formatCount(line), reason)}</li>
        ))}
        {hidden > 0 && <li>{dataPart.andMore(formatCount(hidden))}</li>}
      </ul>
      <Button onClick={() => void bridge().invoke("data:save-skipped")}>{dataPart.saveSkipped}</Button>
    </>
  );
}
