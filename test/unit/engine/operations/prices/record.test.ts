import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { offerById } from "../../../../../src/main/engine/db/prices/offer.js";
import { mergePoints, readAllPoints } from "../../../../../src/main/engine/db/prices/price-history.js";
import { type ReadDb, type WriteDb, write } from "../../../../../src/main/engine/db/store.js";
import type { PricePoint } from "../../../../../src/main/engine/domain/price-point.js";
import { evaluatePrice, recentMedian, type Suspect } from "../../../../../src/main/engine/domain/quality.js";
import { recordObservation } from "../../../../../src/main/engine/operations/prices/record.js";
import { DAY_MS, MINUTE_MS } from "../../../../../src/shared/time.js";
import { openTestStore, withRollback } from "../../../../support/folder.js";
import { newOffer } from "../../db/prices/stored-offer.js";
import { startMs } from "../../domain/points.js";

let db: ReadDb;
let offerId: number;

beforeEach(() => {
  db = openTestStore();
  offerId = newOffer(db, { seenMs: startMs });
  write(db, (tx) => mergePoints(tx, offerId, [{ atMs: startMs, priceMinor: 10_000, availability: 1 }]));
});

function observe(tx: WriteDb, minutes: number, priceMinor: number, availability: 0 | 1 | 2 = 1): string {
  return recordObservation(tx, { offerId, priceMinor, availability, atMs: startMs + minutes * MINUTE_MS })
    .kind;
}

/** The history as `[minutes, price]`. */
function history(tx: WriteDb): number[][] {
  return readAllPoints(tx, offerId).map(({ atMs, priceMinor }) => [(atMs - startMs) / MINUTE_MS, priceMinor]);
}

it("an observation updates offer and history when the price changes", () => {
  withRollback(db, (tx) => {
    expect(observe(tx, 60, 9_000)).toBe("changed");
    expect(history(tx)).toEqual([
      [0, 10_000],
      [60, 9_000],
    ]);
    expect(offerById(tx, offerId)).toMatchObject({ priceMinor: 9_000, seenMs: startMs + 60 * MINUTE_MS });
  });
});

it("an observation updates offer and history when only the availability changes", () => {
  withRollback(db, (tx) => {
    expect(observe(tx, 60, 10_000, 2)).toBe("changed");
    expect(history(tx)).toHaveLength(2);
    expect(offerById(tx, offerId)).toMatchObject({ availability: 2 });
  });
});

it("an observation updates only the time last seen when nothing changes", () => {
  withRollback(db, (tx) => {
    expect(observe(tx, 60, 10_000)).toBe("same");
    expect(history(tx)).toHaveLength(1);
    expect(offerById(tx, offerId)).toMatchObject({ seenMs: startMs + 60 * MINUTE_MS });
  });
});

it("an observation updates only the history when it arrives late", () => {
  withRollback(db, (tx) => {
    observe(tx, 60, 9_000);
    observe(tx, 30, 9_500);
    expect(history(tx)).toEqual([
      [0, 10_000],
      [30, 9_500],
      [60, 9_000],
    ]);
    expect(offerById(tx, offerId)).toMatchObject({ priceMinor: 9_000, seenMs: startMs + 60 * MINUTE_MS });
  });
});

it("an observation that arrives late, after the last change, ends where the present price was seen", () => {
  withRollback(db, (tx) => {
    observe(tx, 60, 10_000);
    observe(tx, 30, 9_500);
    observe(tx, 40, 10_000, 2);
    expect(history(tx)).toEqual([
      [0, 10_000],
      [30, 9_500],
      [40, 10_000],
      [60, 10_000],
    ]);
    expect(readAllPoints(tx, offerId).at(-1)).toMatchObject({ availability: 1 });
  });
});

it("an observation changes nothing without a positive price or for an unknown offer", () => {
  withRollback(db, (tx) => {
    expect(observe(tx, 60, 0)).toBe("rejected");
    expect(observe(tx, 60, -5)).toBe("rejected");
    const unknownOffer = { offerId: 99, priceMinor: 100, availability: 1, atMs: startMs } as const;
    expect(recordObservation(tx, unknownOffer).kind).toBe("unknown-offer");
    expect(history(tx)).toHaveLength(1);
  });
});

it("an observation updates an auction's offer but never its history (decision 17)", () => {
  const auction = newOffer(db, { publicId: "auction", productId: 1, isAuction: true, seenMs: startMs });
  withRollback(db, (tx) => {
    recordObservation(tx, { offerId: auction, priceMinor: 9_000, availability: 1, atMs: startMs + 1 });
    expect(readAllPoints(tx, auction)).toEqual([]);
    expect(offerById(tx, auction)).toMatchObject({ priceMinor: 9_000 });
  });
});

it("an outlier waits until a check ten minutes later confirms it", () => {
  withRollback(db, (tx) => {
    expect([0, 5, 9].map((minute) => observe(tx, 100 + minute, 1_000))).toEqual(Array(3).fill("quarantined"));
    expect(offerById(tx, offerId)).toMatchObject({ priceMinor: 10_000 });
    expect(observe(tx, 110, 1_000)).toBe("changed");
    expect(history(tx)).toEqual([
      [0, 10_000],
      [110, 1_000],
    ]);
  });
});

it("an outlier of a clock that ran ahead waits no longer than another", () => {
  withRollback(db, (tx) => {
    const kinds = [525_600, 30, 41].map((minute) => observe(tx, 100 + minute, 1_000));
    expect(kinds).toEqual(["quarantined", "quarantined", "changed"]);
  });
});

it("an outlier waits again after a check in between has contradicted it", () => {
  withRollback(db, (tx) => {
    const kinds = [
      observe(tx, 100, 1_000),
      observe(tx, 105, 10_000),
      observe(tx, 111, 1_000),
      observe(tx, 121, 1_000),
    ];
    expect(kinds).toEqual(["quarantined", "same", "quarantined", "changed"]);
  });
});

it("an outlier waits again after another outlier has followed", () => {
  withRollback(db, (tx) => {
    const kinds = [
      observe(tx, 100, 1_000),
      observe(tx, 105, 1_001),
      observe(tx, 112, 1_000),
      observe(tx, 115, 1_001),
    ];
    expect(kinds).toEqual(Array(4).fill("quarantined"));
  });
});

/** The same rules with plain values. */
class Model {
  points: PricePoint[] = [{ atMs: startMs, priceMinor: 10_000, availability: 1 }];
  private suspect: Suspect | null = null;

  observe(priceMinor: number, atMs: number): void {
    if (this.points.at(-1)?.priceMinor === priceMinor) {
      this.suspect = null;
      return;
    }
    const verdict = evaluatePrice(priceMinor, atMs, recentMedian(this.points, atMs), this.suspect);
    if (verdict === "accept") {
      this.points.push({ atMs, priceMinor, availability: 1 });
      this.suspect = null;
    } else if (this.suspect?.priceMinor !== priceMinor) {
      this.suspect = { priceMinor, firstSeenMs: atMs };
    }
  }
}

it("each observation is evaluated against all of the last 30 days", () => {
  const gap = fc.constantFrom(MINUTE_MS, 11 * MINUTE_MS, DAY_MS / 8, DAY_MS);
  const price = fc.constantFrom(10_000, 10_100, 12_000, 30_000, 55_000, 2_500, 1_900);
  const checks = fc.array(fc.tuple(gap, price), { minLength: 140, maxLength: 300 });
  fc.assert(
    fc.property(checks, (list) => {
      withRollback(db, (tx) => {
        const model = new Model();
        let atMs = startMs;
        for (const [step, priceMinor] of list) {
          atMs += step;
          recordObservation(tx, { offerId, priceMinor, availability: 1, atMs });
          model.observe(priceMinor, atMs);
        }
        expect(readAllPoints(tx, offerId)).toEqual(model.points);
      });
    }),
    // Shrinking a series of hundreds takes minutes and tells little.
    { numRuns: 40, endOnFailure: true },
  );
});
