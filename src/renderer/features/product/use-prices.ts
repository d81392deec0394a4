import { useMemo, useState } from "react";
import type { ForeignPrices } from "../../../shared/app/pages.js";
import type { CallError } from "../../../shared/calls.js";
import type { Offer } from "../../../shared/contract/offer.js";
import { useNow } from "../../lib/use-now.js";
import { useSameList } from "../../lib/use-same-list.js";
import { type Answer, useAnswer, useAnswerList } from "../../stores/answers.js";
import { mergeOffers } from "./history/price-series.js";
import { daysOf, type Range, segmentsFor, utcDay } from "./history/view.js";

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
  return {
    offers: newest?.data ? offers : null,
    error: failed?.error ?? null,
    isLoading: answers.some((answer) => answer.isLoading),
    retry: () => failed?.refresh(),
  };
}

/** A product's prices in one of the currencies that shops charge in. */
export interface Prices {
  readonly currency: string;
  /** US dollars first, if any shop charges in them. */
  readonly currencies: readonly string[];
  readonly onCurrency: (currency: string) => void;
  readonly history: History;
  readonly statistics: Pick<Answer<"app.statistics">, "data" | "error" | "refresh">;
}

const none: readonly ForeignPrices[] = [];

/** Dollar prices come through the contract; other currencies through the app's own operations. */
export function usePrices(productKey: string, range: Range): Prices {
  const [chosen, setChosen] = useState<string | null>(null);
  const dollars = useAnswer("app.statistics", { product_key: productKey });
  const history = useHistory(productKey, daysOf(range, dollars.data?.days_of_history ?? 0));
  const foreign = useAnswer("offers.foreign", { product_key: productKey });
  const others = foreign.data?.currencies ?? none;
  const isInDollars = others.length === 0 || history.offers === null || history.offers.length > 0;
  const currencies = [...(isInDollars ? ["USD"] : []), ...others.map(({ currency }) => currency)];
  const currency = chosen !== null && currencies.includes(chosen) ? chosen : (currencies[0] ?? "USD");
  const shown = others.find((each) => each.currency === currency);
  const common = { currency, currencies, onCurrency: setChosen };
  if (shown === undefined) return { ...common, history, statistics: dollars };
  const { refresh, isLoading, error } = foreign;
  return {
    ...common,
    history: { offers: shown.offers, error, isLoading, retry: refresh },
    statistics: { data: shown.statistics, error, refresh },
  };
}
