import type { PriceStatistics } from "../../../../shared/app/statistics.js";
import { verdictSentence } from "../../../../shared/texts/sentences.js";
import { ErrorNote } from "../../../components/error-note.js";
import { GradeBadge } from "../../../components/grade-badge.js";
import { Skeleton } from "../../../components/skeleton.js";
import { formatPercent } from "../../../lib/format.js";
import { sentenceFormats } from "../../../lib/sentence-formats.js";
import { texts } from "../../../lib/texts.js";
import type { Prices } from "../use-prices.js";
import { TellOfReturn } from "./tell-of-return.js";

interface VerdictProps {
  readonly productKey: string;
  readonly statistics: Prices["statistics"];
}

/** Is it a good price? In a word, with the grade and the figures that speak for it. */
export function Verdict({ productKey, statistics }: VerdictProps) {
  const { data, error } = statistics;
  return (
    <section className="summary-verdict" aria-label={texts().verdict.title}>
      {data ? (
        <Judgement productKey={productKey} statistics={data} />
      ) : error ? (
        <ErrorNote error={error} onRetry={statistics.refresh} />
      ) : (
        <div className="summary-weighing" role="status" aria-label={texts().verdict.weighing}>
          <Skeleton width={56} height={56} />
          <Skeleton height={56} />
        </div>
      )}
    </section>
  );
}

interface JudgementProps {
  readonly productKey: string;
  readonly statistics: PriceStatistics;
}

function Judgement({ productKey, statistics: { verdict, percentile } }: JudgementProps) {
  const said = texts().verdict;
  return (
    <>
      <GradeBadge grade={verdict.grade} size="large" />
      <div>
        <h2 className="verdict-title">{said.kinds[verdict.kind]}</h2>
        <p className="verdict-reason">
          {verdictSentence(verdict.facts, texts().reasons.verdict, sentenceFormats)}
        </p>
        {verdict.grade !== null && percentile !== null && (
          <p className="verdict-reason quiet">{said.dearerOn(formatPercent(percentile))}</p>
        )}
        {verdict.kind === "none" && <TellOfReturn productKey={productKey} />}
      </div>
    </>
  );
}
