import { useMemo, useState } from "react";
import { texts } from "../../../lib/texts.js";
import { allOf, type LineChoice, noChoice, onlyOne, shownLines, toggled } from "./line-choice.js";
import type { PriceSeries } from "./price-series.js";
import { groupByShop, hasShared, membersOf } from "./shop-lines.js";

export type Grouping = "shop" | "offer";

/** The lines of the chart and of the table, and which of them are shown. */
export interface Lines {
  readonly all: readonly PriceSeries[];
  readonly shown: readonly PriceSeries[];
  /** The offers behind the lines that are shown. */
  readonly offers: readonly PriceSeries[];
  readonly grouping: Grouping;
  /** Whether any shop has several offers. */
  readonly canGroup: boolean;
  readonly onGrouping: (grouping: Grouping) => void;
  readonly onToggle: (id: string) => void;
  readonly onOnly: (id: string) => void;
  readonly onAll: () => void;
}

/** More lines than there are colours are read by shop. */
const offersMax = 8;

function shopLabel({ isNew, retailer }: PriceSeries, count: number): string {
  const words = texts().history;
  return words.offersOf(isNew ? retailer : words.usedAt(retailer), count);
}

export function useLines(series: readonly PriceSeries[]): Lines {
  const [chosen, setGrouping] = useState<Grouping | null>(null);
  const [choice, setChoice] = useState<LineChoice>(noChoice);
  const canGroup = useMemo(() => hasShared(series), [series]);
  const usual = series.length > offersMax ? "shop" : "offer";
  const grouping = canGroup ? (chosen ?? usual) : "offer";
  const all = useMemo(
    () => (grouping === "shop" ? groupByShop(series, shopLabel) : series),
    [series, grouping],
  );
  const shown = useMemo(() => shownLines(all, choice), [all, choice]);
  const offers = useMemo(
    () => (grouping === "shop" ? shown.flatMap((line) => membersOf(line, series)) : shown),
    [grouping, shown, series],
  );
  return useMemo(
    () => ({
      all,
      shown,
      offers,
      grouping,
      canGroup,
      onGrouping: setGrouping,
      onToggle: (id) => setChoice((now) => toggled(all, now, id)),
      onOnly: (id) => setChoice((now) => onlyOne(all, now, id)),
      onAll: () => setChoice(allOf(all)),
    }),
    [all, shown, offers, grouping, canGroup],
  );
}
