import { useMemo, useRef, useState } from "react";
import type { PriceStatistics } from "../../../shared/app/statistics.js";
import type { CallError } from "../../../shared/calls.js";
import type { Offer } from "../../../shared/contract/offer.js";
import { usualCurrencyFor } from "../../../shared/texts/language.js";
import { utcDay } from "../../../shared/time.js";
import { findBestOffer } from "../../lib/best-offer.js";
import { useNow } from "../../lib/use-now.js";
import { type Answer, useAnswer, useAnswerList } from "../../stores/answers.js";
import { useReader } from "../../stores/language.js";
import { useSettings } from "../../stores/settings.js";
import { mergeOffers } from "./history/price-series.js";
import { daysOf, type Range, segmentsFor } from "./history/view.js";

export interface History {
  /** All offers with the loaded part of their history; null before the first answer. */
  readonly offers: readonly Offer[] | null;
  readonly error: CallError | null;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

/** Offers and their history over the last `days`, led by the price in effect before. One call returns both. */
function useHistory(productKey: string, days: number): History {
  const today = utcDay(useNow());
  const inputs = segmentsFor(days, today).map(({ start, end }) => ({ ids: [productKey], start, end }));
  const answers = useAnswerList("offers.history", inputs);
  const windows = useSameList(answers.flatMap((answer) => (answer.data ? [answer.data] : [])));
  const oldest = inputs.at(-1)?.start ?? today;
  const held = useAnswer("history.before", {
    product_key: productKey,
    before: new Date(oldest).toISOString(),
  }).data?.points;
  const newest = answers[0];
  const failed = answers.find((answer) => answer.error);
  const offers = useMemo(() => {
    if (windows.length === 0) return null;
    const before = new Map((held ?? []).map(({ offer_id, point }) => [offer_id, point]));
    return mergeOffers(
      windows.map(({ data }) => data[0]?.offers ?? []),
      before,
    );
  }, [windows, held]);
  // When a day ends, a new window begins. Until its answer is here, the last offers stay, or open dialogs would close.
  const last = useRef<{ readonly productKey: string; readonly offers: readonly Offer[] }>(null);
  if (newest?.data && offers) last.current = { productKey, offers };
  const kept = newest?.isLoading && last.current?.productKey === productKey ? last.current.offers : null;
  return {
    offers: newest?.data ? offers : kept,
    error: failed?.error ?? null,
    isLoading: answers.some((answer) => answer.isLoading),
    retry: () => failed?.refresh(),
  };
}

/** A product's offers in one currency. */
export interface OffersInCurrency {
  readonly currency: string;
  readonly offers: readonly Offer[];
  readonly current: PriceStatistics["current"];
}

/** A product's prices in one of the currencies that shops charge in. */
export interface Prices {
  readonly currency: string;
  /** US dollars first, if any shop charges in them. */
  readonly currencies: readonly string[];
  readonly onCurrency: (currency: string) => void;
  readonly history: History;
  readonly statistics: Pick<Answer<"app.statistics">, "data" | "error" | "refresh">;
  readonly others: readonly OffersInCurrency[];
  /** The best offer in each other currency in which the product can be bought. */
  readonly elsewhere: readonly Offer[];
}

function findBuyable({ offers, current }: OffersInCurrency): Offer[] {
  const best = findBestOffer(offers, current);
  return best === null || best.availability === "out" ? [] : [best];
}

/** A product without a price may have no currency yet. */
function expectedCurrency(foreign: { readonly shown_currency: string | null } | null, usual: string): string {
  return foreign === null ? "USD" : (foreign.shown_currency ?? usual);
}

/** The currency in which the user most likely pays. */
function useUsualCurrency(): string {
  const { ownCurrency } = useSettings();
  return ownCurrency ?? usualCurrencyFor(useReader.getState().language);
}

/**
 * Dollar prices come through the contract; other currencies through the app's own operations. Begins with the currency
 * `first`, or else with the one that the watch list shows, and stays there: a page must not change under the reader when
 * a target is set or a shop sells out.
 */
export function usePrices(productKey: string, range: Range, first: string | null): Prices {
  const [chosen, setChosen] = useState(first);
  const dollars = useAnswer("app.statistics", { product_key: productKey });
  const history = useHistory(productKey, daysOf(range, dollars.data?.known_days ?? 0));
  const foreign = useAnswer("offers.foreign", { product_key: productKey });
  const { data, error, isLoading, refresh } = foreign;
  // An answer from the cache may predate a target.
  if (chosen === null && data?.shown_currency && !isLoading) setChosen(data.shown_currency);
  const inDollars = { currency: "USD", offers: history.offers ?? [], current: dollars.data?.current ?? null };
  const all: readonly OffersInCurrency[] = [
    ...(inDollars.offers.length > 0 ? [inDollars] : []),
    ...(data?.currencies ?? []).map(({ statistics, ...own }) => ({ ...own, current: statistics.current })),
  ];
  const currencies = all.map((each) => each.currency);
  const isOffered = chosen !== null && currencies.includes(chosen);
  const usual = useUsualCurrency();
  const currency = isOffered ? chosen : expectedCurrency(data, usual);
  const others = all.filter((each) => each.currency !== currency);
  const common = {
    currency,
    currencies,
    onCurrency: setChosen,
    others,
    elsewhere: others.flatMap(findBuyable),
  };
  const shown = data?.currencies.find((each) => each.currency === currency);
  // A failure leaves the prices in dollars.
  if (shown === undefined && (data || error)) return { ...common, history, statistics: dollars };
  return {
    ...common,
    history: { offers: shown?.offers ?? null, error, isLoading, retry: refresh },
    statistics: { data: shown?.statistics ?? null, error, refresh },
  };
}

/** Returns the previous list while its members are the same, so that memoized values stay valid. */
function useSameList<T>(list: readonly T[]): readonly T[] {
  const [kept, keep] = useState(list);
  const isSame = kept.length === list.length && kept.every((member, index) => member === list[index]);
  if (isSame) return kept;
  keep(list);
  return list;
}
