import { type CSSProperties, Fragment, type ReactNode } from "react";
import { thinHistoryDays } from "../../../shared/app/limits.js";
import type { PriceStatistics } from "../../../shared/app/statistics.js";
import { type SentenceFormats, verdictHeadline, verdictSentence } from "../../../shared/texts/sentences.js";
import { DAY_MS } from "../../../shared/time.js";
import { Button } from "../../components/button.js";
import { GradeBadge } from "../../components/price.js";
import { ErrorNote, Loading } from "../../components/states.js";
import { TellOfReturn } from "../../components/tell-of-return.js";
import { currencyName } from "../../lib/currencies.js";
import { sentenceFormats } from "../../lib/event-sentence.js";
import { formatDay, formatMoney, formatMonth, formatShortDay, formatTime } from "../../lib/format.js";
import { shopName } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { useReadOnly } from "../../stores/engine.js";
import { useWatchedRow } from "../../stores/watch-list.js";
import { usePage } from "./page.js";

/** Surrounds each figure until the sentence is assembled; no text contains it. */
const mark = "\u0001";

const strongFormats: SentenceFormats = {
  ...sentenceFormats,
  money: (amount, currency) => `${mark}${sentenceFormats.money(amount, currency)}${mark}`,
  percent: (value) => `${mark}${sentenceFormats.percent(value)}${mark}`,
};

type PriceVerdict = PriceStatistics["verdict"];

/** The reasons, with strong figures. */
function Reason({ verdict }: { readonly verdict: PriceVerdict }) {
  const text = verdictSentence(verdict.facts, texts().reasons.verdict, strongFormats);
  return (
    <p className="verdict-reason">
      {text.split(mark).map((piece, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have no other
        index % 2 === 0 ? piece : <strong key={index}>{piece}</strong>,
      )}
    </p>
  );
}

function Headline({ kind, children }: Pick<PriceVerdict, "kind"> & { readonly children: ReactNode }) {
  return <h2 className={`verdict-title is-${kind}`}>{children}</h2>;
}

function headlineOf(verdict: PriceVerdict): string {
  return verdictHeadline(verdict, texts().verdict, formatMoney);
}

/** The verdict with its grade and the figures behind it. */
export function Verdict() {
  const { statistics } = usePage().prices;
  const { data, error } = statistics;
  const { title, weighing } = texts().verdict;
  return (
    <section aria-label={title}>
      {data ? (
        <LoadedVerdict statistics={data} />
      ) : error ? (
        <ErrorNote error={error} onRetry={statistics.refresh} />
      ) : (
        <Loading label={weighing} height={88} />
      )}
    </section>
  );
}

interface GradedVerdictProps {
  readonly statistics: PriceStatistics;
}

function LoadedVerdict({ statistics }: GradedVerdictProps) {
  const { elsewhere } = usePage().prices;
  const { kind } = statistics.verdict;
  if (kind === "none" && elsewhere.length > 0) return <Elsewhere />;
  if (kind === "bought" || kind === "none" || statistics.days_of_history >= thinHistoryDays)
    return <GradedVerdict statistics={statistics} />;
  return <FirstDays statistics={statistics} />;
}

function GradedVerdict({ statistics: { verdict, season } }: GradedVerdictProps) {
  const { productKey } = usePage();
  return (
    <>
      <div className="line wraps">
        <Headline kind={verdict.kind}>{headlineOf(verdict)}</Headline>
        {verdict.grade !== null && <GradeBadge grade={verdict.grade} />}
      </div>
      <Reason verdict={verdict} />
      {/* When it was cheapest in past years; what that means for the next one is the shopper's guess. */}
      {season && verdict.kind !== "bought" && (
        <p className="verdict-reason quiet">
          {texts().verdict.season(season.week, formatMonth(season.month), season.cheapest, season.years)}
        </p>
      )}
      {verdict.kind === "none" && <TellOfReturn productKey={productKey} />}
    </>
  );
}

/** Sold out in the shown currency, but not in another one. */
function Elsewhere() {
  const { currency, elsewhere, onCurrency } = usePage().prices;
  const said = texts().product;
  return (
    <>
      <Headline kind="none">{said.soldOutIn(currencyName(currency))}.</Headline>
      {elsewhere.map(({ price, currency: other, retailer }) => (
        <Fragment key={other}>
          <p className="verdict-reason">
            {said.costsIn(currencyName(other), formatMoney(price, other), shopName(retailer))}
          </p>
          <Button className="tell-of-return" onClick={() => onCurrency(other)}>
            {said.showIn(currencyName(other))}
          </Button>
        </Fragment>
      ))}
    </>
  );
}

/** Shown before the first verdict: since when the history grows, and when the verdict comes. */
function FirstDays({ statistics }: GradedVerdictProps) {
  const { productKey } = usePage();
  const { days_of_history: daysOfHistory, verdict } = statistics;
  const nowMs = useNow();
  const row = useWatchedRow(productKey);
  const isReadOnly = useReadOnly();
  const said = texts().firstDays;
  const dueMs = nowMs + (thinHistoryDays - daysOfHistory) * DAY_MS;
  const next = row ? Date.parse(row.next_check_at) : 0;
  const isDue = next > nowMs && !isReadOnly && row?.health.state !== "unwatchable";
  const hasCopies = verdict.facts.some(({ kind }) => kind === "copies");
  const headline = () => {
    if (verdict.kind === "target" || hasCopies) return headlineOf(verdict);
    return row ? said.watchingSince(formatDay(row.added_at, nowMs)) : said.notWatched;
  };
  return (
    <div className="first-days line">
      <VerdictRing days={daysOfHistory} />
      <div>
        <Headline kind={verdict.kind}>{headline()}</Headline>
        {hasCopies && <Reason verdict={verdict} />}
        <p className="verdict-reason">
          {isDue && said.nextCheck(formatDay(next, nowMs), formatTime(next))}{" "}
          {row ? said.firstVerdict(formatShortDay(dueMs)) : said.watchForVerdict}
        </p>
      </div>
    </div>
  );
}

/** The progress towards the first verdict. */
function VerdictRing({ days }: { readonly days: number }) {
  const known = Math.min(thinHistoryDays, Math.floor(days));
  const { ring, ringDays } = texts().firstDays;
  const label = ring(known, thinHistoryDays);
  return (
    <span
      className="verdict-ring small fixed quiet"
      role="img"
      aria-label={label}
      title={label}
      style={{ "--share": Math.max(0.02, Math.min(1, days / thinHistoryDays)) } as CSSProperties}
    >
      <strong aria-hidden="true">{known}</strong>
      <span aria-hidden="true">{ringDays(thinHistoryDays)}</span>
    </span>
  );
}
