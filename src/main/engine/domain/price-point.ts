import type { Availability } from "../../../shared/contract/primitives.js";

/** The numbers are stored; never renumber them. */
export const availabilityCodes = { unknown: 0, in: 1, out: 2 } as const;
export type AvailabilityCode = 0 | 1 | 2;

export function toAvailabilityCode(availability: Availability | null | undefined): AvailabilityCode {
  return availability == null ? availabilityCodes.unknown : availabilityCodes[availability];
}

export function fromAvailabilityCode(code: AvailabilityCode): Availability | null {
  return code === availabilityCodes.in ? "in" : code === availabilityCodes.out ? "out" : null;
}

/** An offer's price and availability from `atMs` (UTC) until the next point. */
export interface PricePoint {
  readonly atMs: number;
  readonly priceMinor: number;
  readonly availability: AvailabilityCode;
}

/** What an offer costs, and whether it is in stock. */
export type PriceValue = Omit<PricePoint, "atMs">;

export function hasSameValue(a: PriceValue, b: PriceValue): boolean {
  return a.priceMinor === b.priceMinor && a.availability === b.availability;
}

/** The same for values of which either may be missing. */
export function isSameValue(one: PriceValue | null, other: PriceValue | null): boolean {
  return one === null || other === null ? one === other : hasSameValue(one, other);
}

/** Drops points that repeat the previous one (decision 16). Expects ascending points. */
export function dropRepeats(points: readonly PricePoint[]): PricePoint[] {
  return points.filter((point, i) => {
    const before = points[i - 1];
    return before === undefined || !hasSameValue(before, point);
  });
}

/** Merges two ascending series; at the same instant `added` wins. */
export function mergeByTime(existing: readonly PricePoint[], added: readonly PricePoint[]): PricePoint[] {
  const byTime = new Map<number, PricePoint>();
  for (const point of existing) byTime.set(point.atMs, point);
  for (const point of added) byTime.set(point.atMs, point);
  return [...byTime.values()].sort((a, b) => a.atMs - b.atMs);
}

/** Merges two ascending series into change points; at the same instant `added` wins. */
export function mergeChangePoints(
  existing: readonly PricePoint[],
  added: readonly PricePoint[],
): PricePoint[] {
  return dropRepeats(mergeByTime(existing, added));
}
