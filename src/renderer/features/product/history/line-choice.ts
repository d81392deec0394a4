import type { PriceSeries } from "./price-series.js";

/** What the shopper has said of single lines; of the others, `isHiddenAtFirst` decides. */
export type LineChoice = ReadonlyMap<string, boolean>;

export const noChoice: LineChoice = new Map();

/** Used offers are hidden at first, where there are new ones: the verdict weighs new ones only. */
export function shownLines(series: readonly PriceSeries[], choice: LineChoice): PriceSeries[] {
  const hasNew = series.some(({ isNew }) => isNew);
  return series.filter(({ id, isNew }) => choice.get(id) ?? (isNew || !hasNew));
}

export function toggled(series: readonly PriceSeries[], choice: LineChoice, id: string): LineChoice {
  const isShown = shownLines(series, choice).some((line) => line.id === id);
  return new Map(choice).set(id, !isShown);
}

/** Only this one; asked again, all as they were at first. */
export function onlyOne(series: readonly PriceSeries[], choice: LineChoice, id: string): LineChoice {
  const shown = shownLines(series, choice);
  if (shown.length === 1 && shown[0]?.id === id) return noChoice;
  return new Map(series.map((line) => [line.id, line.id === id]));
}

export function allOf(series: readonly PriceSeries[]): LineChoice {
  return new Map(series.map(({ id }) => [id, true]));
}
