import { type CSSProperties, Fragment } from "react";
import { thinHistoryDays } from "../../../shared/app/limits.js";
import type { PriceStatistics } from "../../../shared/app/statistics.js";
import type { Offer } from "../../../shared/contract/offer.js";
import { type SentenceFormats, verdictHeadline, verdictSentence } from "../../../shared/texts/sentences.js";
import { DAY_MS } from "../../../shared/time.js";
import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { GradeBadge } from "../../components/grade-badge.js";
import { Skeleton } from "../../components/skeleton.js";
import { TellOfReturn } from "../../components/tell-of-return.js";
import { currencyName } from "../../lib/currencies.js";
import { formatDay, formatMoney, formatMonth, formatShortDay, formatTime } from "../../lib/format.js";
import { sentenceFormats } from "../../lib/sentence-formats.js";
import { shopName } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { useReadOnly } from "../../stores/engine.js";
import { useOpenPurchase } from "../../stores/purchases.js";
import { useWatchedRow } from "../../stores/watch-list.js";
import type { Prices } from "./use-prices.js";

/** Surrounds each figure until the sentence is assembled; no text contains it. */
const mark = "\u0001";

const strongFormats: SentenceFormats = {
  ...sentenceFormats,
  money: (amount, currency) => `${mark}${sentenceFormats.money(amount, currency)}${mark}`,
  percent: (value) => `${mark}${sentenceFormats.percent(value)}${mark}`,
};

/** Every second part is a figure. */
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

interface VerdictProps extends Pick<Prices, "statistics" | "elsewhere" | "onCurrency"> {
  readonly productKey: string;
}

/** The verdict with its grade and the figures behind it. */
export function Verdict({ productKey, statistics, elsewhere, onCurrency }: VerdictProps) {
  const { data, error } = statistics;
  const isThin = data !== null && data.verdict.kind !== "none" && data.days_of_history < thinHistoryDays;
  const isElsewhere = data?.verdict.kind === "none" && elsewhere.length > 0;
  return (
    <section className="summary-verdict" aria-label={texts().verdict.title}>
      {isThin ? (
        <FirstDays productKey={productKey} statistics={data} />
      ) : isElsewhere ? (
        <Elsewhere currency={data.currency} offers={elsewhere} onCurrency={onCurrency} />
      ) : data ? (
        <GradedVerdict productKey={productKey} statistics={data} />
      ) : error ? (
        <ErrorNote error={error} onRetry={statistics.refresh} />
      ) : (
        <div className="stack" role="status" aria-label={texts().verdict.weighing}>
          <Skeleton width={280} height={38} />
          <Skeleton height={42} />
        </div>
      )}
    </section>
  );
}

interface GradedVerdictProps {
  readonly productKey: string;
  readonly statistics: PriceStatistics;
}

function GradedVerdict({ productKey, statistics }: GradedVerdictProps) {
  const { verdict } = statistics;
  const { reasons } = texts();
  return (
    <>
      <div className="verdict-head line wraps">
        <h2 className={`verdict-title is-${verdict.kind}`}>
          {verdictHeadline(verdict, texts().verdict, formatMoney)}
        </h2>
        {verdict.grade !== null && <GradeBadge grade={verdict.grade} />}
      </div>
      <p className="verdict-reason">
        <WithStrongFigures text={verdictSentence(verdict.facts, reasons.verdict, strongFormats)} />
      </p>
      {statistics.season && <WhenToWait season={statistics.season} />}
      {verdict.kind === "none" && <TellOfReturn productKey={productKey} />}
    </>
  );
}

/** When it was cheapest in past years; what that means for the next one is the shopper's guess. */
function WhenToWait({ season }: { readonly season: NonNullable<PriceStatistics["season"]> }) {
  const { month, week, cheapest, years } = season;
  return (
    <p className="verdict-reason quiet">
      {texts().verdict.season(week, formatMonth(month), cheapest, years)}
    </p>
  );
}

interface ElsewhereProps extends Pick<Prices, "currency" | "onCurrency"> {
  /** The best offers in other currencies. */
  readonly offers: readonly Offer[];
}

/** Sold out in the shown currency, but not in another one. */
function Elsewhere({ currency, offers, onCurrency }: ElsewhereProps) {
  const said = texts().product;
  return (
    <>
      <h2 className="verdict-title is-none">{said.soldOutIn(currencyName(currency))}.</h2>
      {offers.map(({ price, currency: other, retailer }) => (
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
function FirstDays({ productKey, statistics }: GradedVerdictProps) {
  const { days_of_history: daysOfHistory, verdict } = statistics;
  const nowMs = useNow();
  const row = useWatchedRow(productKey);
  const isBought = useOpenPurchase(productKey) !== undefined;
  const isReadOnly = useReadOnly();
  const said = texts().firstDays;
  const firstMs = nowMs - daysOfHistory * DAY_MS;
  const dueMs = firstMs + thinHistoryDays * DAY_MS;
  const next = row ? Date.parse(row.next_check_at) : null;
  const hasCopies = verdict.facts.some(({ kind }) => kind === "copies");
  const headline = () => {
    if (verdict.kind === "target" || hasCopies) return verdictHeadline(verdict, texts().verdict, formatMoney);
    if (isBought) return texts().bought.title;
    return row ? said.watchingSince(formatDay(row.added_at, nowMs)) : said.notWatched;
  };
  return (
    <div className="first-days">
      <VerdictRing days={daysOfHistory} />
      <div>
        <h2 className={`verdict-title is-${verdict.kind}`}>{headline()}</h2>
        {hasCopies && (
          <p className="verdict-reason">
            <WithStrongFigures
              text={verdictSentence(verdict.facts, texts().reasons.verdict, strongFormats)}
            />
          </p>
        )}
        <p className="verdict-reason">
          {[
            next !== null &&
              next > nowMs &&
              !isReadOnly &&
              row?.health.state !== "unwatchable" &&
              said.nextCheck(formatDay(next, nowMs), formatTime(next)),
            !isBought && (row ? said.firstVerdict(formatShortDay(dueMs)) : said.watchForVerdict),
          ]
            .filter(Boolean)
            .join(" ")}
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
      className="verdict-ring"
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
