import { useState } from "react";
import type { ForeignPrices } from "../../../shared/app/pages.js";
import { type Answer, useAnswer } from "../../stores/answers.js";
import { daysOf, type Range } from "./history/history-window.js";
import { type History, useHistory } from "./use-history.js";

/** What a product costs, in one of the currencies in which shops ask for it. */
export interface Prices {
  readonly currency: string;
  /** Dollars first, where any shop asks in them. */
  readonly currencies: readonly string[];
  readonly onCurrency: (currency: string) => void;
  readonly history: History;
  readonly statistics: Pick<Answer<"app.statistics">, "data" | "error" | "refresh">;
}

const none: readonly ForeignPrices[] = [];

/** Dollars come through the contract; the app adds what the contract leaves out. */
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
