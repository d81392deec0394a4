import type { PriceStatistics } from "../../../../shared/app/statistics.js";
import { type SentenceFormats, verdictSentence } from "../../../../shared/texts/sentences.js";
import type { Texts } from "../../../../shared/texts/texts.js";
import { ErrorNote } from "../../../components/error-note.js";
import { GradeBadge } from "../../../components/grade-badge.js";
import { Skeleton } from "../../../components/skeleton.js";
import { formatPercent } from "../../../lib/format.js";
import { sentenceFormats } from "../../../lib/sentence-formats.js";
import { texts } from "../../../lib/texts.js";
import type { Prices } from "../use-prices.js";
import { TellOfReturn } from "./tell-of-return.js";

/** Stands around each figure, until the sentence is put together; no text contains it. */
const mark = "\u0001";

const strongFormats: SentenceFormats = {
  ...sentenceFormats,
  money: (amount, currency) => `${mark}${sentenceFormats.money(amount, currency)}${mark}`,
  percent: (value) => `${mark}${sentenceFormats.percent(value)}${mark}`,
};

/** Every second piece is a figure. */
function WithStrongFigures({ text }: { readonly text: string }) {
  return text.split(mark).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have no other
      <strong key={index}>{piece}</strong>
    ),
  );
}

/** Of the good prices, the best ones are worth a word of their own. */
function headline({ kind, grade }: PriceStatistics["verdict"]): keyof Texts["verdict"]["kinds"] {
  return kind === "good" && grade?.startsWith("A") ? "great" : kind;
}

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
          <Skeleton width={280} height={38} />
          <Skeleton height={42} />
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
      <div className="verdict-head">
        <h2 className={`verdict-title is-${verdict.kind}`}>{said.kinds[headline(verdict)]}</h2>
        {verdict.grade !== null && <GradeBadge grade={verdict.grade} />}
      </div>
      <p className="verdict-reason">
        <WithStrongFigures text={verdictSentence(verdict.facts, texts().reasons.verdict, strongFormats)} />{" "}
        {verdict.grade !== null && percentile !== null && said.dearerOn(formatPercent(percentile))}
      </p>
      {verdict.kind === "none" && <TellOfReturn productKey={productKey} />}
    </>
  );
}
