import { useMemo } from "react";
import type { CallError } from "../../../shared/calls.js";
import type { Offer } from "../../../shared/contract/offer.js";
import { useNow } from "../../lib/use-now.js";
import { useSameList } from "../../lib/use-same-list.js";
import { useAnswerList } from "../../stores/answers.js";
import { segmentsFor, utcDay } from "./history/history-window.js";
import { mergeOffers } from "./history/merge-offers.js";

export interface History {
  /** All offers with the history that has arrived; null before the first answer. */
  readonly offers: readonly Offer[] | null;
  readonly error: CallError | null;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

/** Offers and their history over the last `days`. One call brings both, so the offers are not asked for apart. */
export function useHistory(productKey: string, days: number): History {
  const today = utcDay(useNow());
  const inputs = segmentsFor(days, today).map(({ start, end }) => ({ ids: [productKey], start, end }));
  const answers = useAnswerList("offers.history", inputs);
  const windows = useSameList(answers.flatMap((answer) => (answer.data ? [answer.data] : [])));
  const newest = answers[0];
  const failed = answers.find((answer) => answer.error);
  const offers = useMemo(
    () => (windows.length > 0 ? mergeOffers(windows.map(({ data }) => data[0]?.offers ?? [])) : null),
    [windows],
  );
  return {
    offers: newest?.data ? offers : null,
    error: failed?.error ?? null,
    isLoading: answers.some((answer) => answer.isLoading),
    retry: () => failed?.refresh(),
  };
}
