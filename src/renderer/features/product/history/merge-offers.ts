import type { HistoryPoint, Offer } from "../../../../shared/contract/offer.js";

/** The histories of two windows as one, in time order. A window begins where the one before ends, as a rule. */
function joinHistories(older: readonly HistoryPoint[], newer: readonly HistoryPoint[]): HistoryPoint[] {
  const [end, start] = [older.at(-1), newer[0]];
  if (!end || !start || Date.parse(end.timestamp) < Date.parse(start.timestamp)) return [...older, ...newer];
  const byTime = new Map([...older, ...newer].map((point) => [Date.parse(point.timestamp), point]));
  return [...byTime].sort(([a], [b]) => a - b).map(([, point]) => point);
}

/** Joins the offers of several windows, the newest first: what an offer is now comes from the newest. */
export function mergeOffers(windows: readonly (readonly Offer[])[]): Offer[] {
  const byId = new Map<string, Offer>();
  for (const offers of windows)
    for (const offer of offers) {
      const newer = byId.get(offer.id);
      byId.set(offer.id, newer ? { ...newer, history: joinHistories(offer.history, newer.history) } : offer);
    }
  return [...byId.values()];
}
