import { useMemo, useState } from "react";
import { groupBy } from "../../../../shared/arrays.js";
import { shopName } from "../../../lib/shop-name.js";
import { texts } from "../../../lib/texts.js";
import { mergeSteps } from "./best-price.js";
import type { PricePoint, PriceSeries } from "./price-series.js";

/** The shopper's choice for single lines; `isHiddenAtFirst` decides for the others. */
export type LineChoice = ReadonlyMap<string, boolean>;

export const noChoice: LineChoice = new Map();

/** The new offers, or all if none is new: a used offer does not make the best price of a new product. */
export function comparableLines(series: readonly PriceSeries[]): readonly PriceSeries[] {
  const fresh = series.filter(({ isNew }) => isNew);
  return fresh.length === 0 ? series : fresh;
}

/** At first, the lines that the verdict uses. */
export function shownLines(series: readonly PriceSeries[], choice: LineChoice): PriceSeries[] {
  const comparable = new Set(comparableLines(series));
  return series.filter((line) => choice.get(line.id) ?? comparable.has(line));
}

export function toggled(series: readonly PriceSeries[], choice: LineChoice, id: string): LineChoice {
  const isShown = shownLines(series, choice).some((line) => line.id === id);
  return new Map(choice).set(id, !isShown);
}

/** Shows only this line; a second time, all lines as at first. */
export function onlyOne(series: readonly PriceSeries[], choice: LineChoice, id: string): LineChoice {
  const shown = shownLines(series, choice);
  if (shown.length === 1 && shown[0]?.id === id) return noChoice;
  return new Map(series.map((line) => [line.id, line.id === id]));
}

export function allOf(series: readonly PriceSeries[]): LineChoice {
  return new Map(series.map(({ id }) => [id, true]));
}

/** A used offer does not make a shop's new one cheaper. */
function keyOf({ retailer, isNew }: PriceSeries): string {
  return `${isNew ? "new" : "used"} ${retailer}`;
}

function idOf(series: PriceSeries): string {
  return `shop ${keyOf(series)}`;
}

export function hasShared(series: readonly PriceSeries[]): boolean {
  return new Set(series.map(keyOf)).size < series.length;
}

/** The cheapest offer in stock, else the cheapest that is listed, as out of stock. */
function bestOf(series: readonly PriceSeries[]): PricePoint[] {
  return mergeSteps(series).map(({ atMs, inStock, any }) => {
    const isOut = inStock === Number.POSITIVE_INFINITY;
    return { atMs, price: isOut ? any : inStock, availability: isOut ? "out" : null };
  });
}

/** Merges several offers of a shop into its best price over time; a single offer stays as it is. */
export function groupByShop(
  series: readonly PriceSeries[],
  labelOf: (first: PriceSeries, count: number) => string,
): PriceSeries[] {
  return [...groupBy(series, keyOf)].flatMap(([, members]) => {
    const [first] = members;
    if (!first) return [];
    if (members.length === 1) return [first];
    const label = labelOf(first, members.length);
    return [{ ...first, id: idOf(first), label, seller: null, points: bestOf(members) }];
  });
}

/** The offers behind a line. */
export function membersOf(line: PriceSeries, series: readonly PriceSeries[]): PriceSeries[] {
  return series.filter((offer) => offer.id === line.id || idOf(offer) === line.id);
}

export type Grouping = "shop" | "offer";

/** The lines of the chart and table, and which of them are shown. */
export interface Lines {
  readonly all: readonly PriceSeries[];
  readonly shown: readonly PriceSeries[];
  /** The offers behind the shown lines. */
  readonly offers: readonly PriceSeries[];
  readonly grouping: Grouping;
  readonly canGroup: boolean;
  readonly onGrouping: (grouping: Grouping) => void;
  readonly onToggle: (id: string) => void;
  readonly onOnly: (id: string) => void;
  readonly onAll: () => void;
}

/** Groups by shop if there are more lines than colours. */
const maxLines = 8;

function shopLabel({ isNew, retailer }: PriceSeries, count: number): string {
  const words = texts().history;
  const shop = shopName(retailer);
  return words.offersOf(isNew ? shop : words.usedAt(shop), count);
}

export function useLines(series: readonly PriceSeries[]): Lines {
  const [chosen, setGrouping] = useState<Grouping | null>(null);
  const [choice, setChoice] = useState<LineChoice>(noChoice);
  const canGroup = useMemo(() => hasShared(series), [series]);
  const usual = series.length > maxLines ? "shop" : "offer";
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
