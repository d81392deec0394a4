import type { AvailabilityCode } from "../domain/price-point.js";
import type { Suspect } from "../domain/quality.js";
import { type LastPoints, lastPointsOf } from "./price-history.js";
import { getRow, type ReadDb } from "./store.js";

/** All that recording an observation needs to know of an offer, read in one go: it happens at every check. */
export interface RecordState {
  readonly priceMinor: number;
  readonly availability: AvailabilityCode;
  readonly seenMs: number;
  readonly isAuction: boolean;
  readonly suspect: Suspect | null;
  /** The newest block of the history; unpacked when it is asked for. */
  readonly lastPoints: () => LastPoints;
}

interface StateRow {
  price_minor: number;
  availability: AvailabilityCode;
  seen_at: number;
  is_auction: number;
  suspect_minor: number | null;
  first_seen_at: number | null;
  from_at: number | null;
  count: number;
  points: Buffer;
}

const stateSql = `SELECT offer.price_minor, offer.availability, offer.seen_at, offer.is_auction,
    quarantine.price_minor AS suspect_minor, quarantine.first_seen_at, last.from_at, last.count, last.points
  FROM offer
  LEFT JOIN quarantine ON quarantine.offer_id = offer.id
  LEFT JOIN price_block AS last ON last.offer_id = offer.id
    AND last.from_at = (SELECT max(from_at) FROM price_block WHERE offer_id = offer.id)
  WHERE offer.id = ?`;

export function recordStateOf(db: ReadDb, offerId: number): RecordState | undefined {
  const row = getRow<StateRow>(db, stateSql, offerId);
  if (row === undefined) return undefined;
  const { from_at, count, points, suspect_minor, first_seen_at } = row;
  return {
    priceMinor: row.price_minor,
    availability: row.availability,
    seenMs: row.seen_at,
    isAuction: row.is_auction === 1,
    suspect:
      suspect_minor === null || first_seen_at === null
        ? null
        : { priceMinor: suspect_minor, firstSeenMs: first_seen_at },
    lastPoints: () => lastPointsOf(from_at === null ? undefined : { from_at, count, points }),
  };
}
