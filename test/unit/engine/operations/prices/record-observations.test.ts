import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { offerByPublicId } from "../../../../../src/main/engine/db/offer.js";
import { readPoints } from "../../../../../src/main/engine/db/price-history.js";
import { productIdByService } from "../../../../../src/main/engine/db/product.js";
import { insertSchedule } from "../../../../../src/main/engine/db/schedule.js";
import { allRows, type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import { insertWebhook } from "../../../../../src/main/engine/db/webhook.js";
import { availabilityCodes } from "../../../../../src/main/engine/domain/price-point.js";
import { ensureDefaultAccount } from "../../../../../src/main/engine/operations/account/accounts.js";
import { importCatalogue } from "../../../../../src/main/engine/operations/catalogue/import-catalogue.js";
import { recordObservations } from "../../../../../src/main/engine/operations/prices/record-observations.js";
import type { EventData } from "../../../../../src/shared/contract/webhook.js";
import { newStore } from "../../../../support/folder.js";

const startMs = Date.parse("2026-06-15T12:00:00Z");
const minuteMs = 60_000;
const { unknown, in: inStock, out } = availabilityCodes;

/** An offer at 10.00, in stock, watched by an account with a webhook for everything. */
async function setUp(): Promise<ReadDb> {
  const db = newStore();
  const { account } = ensureDefaultAccount(db, startMs);
  const offer = {
    id: "o",
    retailer: "shop.example",
    price: 10,
    currency: "USD",
    availability: "in",
    URL: "https://shop.example/p",
    timestamp: new Date(startMs).toISOString(),
  };
  const line = { type: "product", service: "product/p/1", title: "P", offers: [offer] };
  await importCatalogue({ db, nowMs: startMs, randomBytes, isSample: false }, [JSON.stringify(line)]);
  write(db, (tx) => {
    insertSchedule(tx, {
      accountId: account.id,
      productId: productIdByService(tx, "product/p/1") ?? 0,
      cadence: "daily",
      retailer: null,
      createdMs: startMs,
      dueMs: startMs,
    });
    insertWebhook(tx, {
      id: "wh",
      accountId: account.id,
      url: "https://hooks.example/",
      events: ["price_drop", "availability_change"],
      isActive: true,
      secret: Buffer.of(0),
      isLocal: false,
      createdMs: startMs,
      lastTriggeredMs: null,
      failureCount: 0,
      consecutiveFailures: 0,
    });
  });
  return db;
}

type Seen = readonly [minutes: number, priceMinor: number, availability?: 0 | 1 | 2];

function see(db: ReadDb, ...series: readonly Seen[]): void {
  const offerId = offerByPublicId(db, "o")?.id ?? 0;
  write(db, (tx) =>
    recordObservations(
      tx,
      { nowMs: startMs, randomBytes },
      series.map(([minutes, priceMinor, availability = inStock]) => ({
        offerId,
        priceMinor,
        availability,
        atMs: startMs + minutes * minuteMs,
      })),
    ),
  );
}

function told(db: ReadDb): unknown[] {
  return allRows<{ type: string; data: string }>(db, "SELECT type, data FROM event ORDER BY rowid").map(
    ({ type, data }) => {
      const { price, availability } = JSON.parse(data) as EventData;
      return type === "price_drop"
        ? [price?.previous, price?.current]
        : [availability?.previous, availability?.current];
    },
  );
}

describe("what a source saw", () => {
  it("is told once for a whole series, from before its first to after its last", async () => {
    const db = await setUp();
    see(db, [1, 900], [2, 1_200], [3, 700], [4, 800]);
    expect(told(db)).toEqual([[10, 8]]);
    const points = readPoints(db, offerByPublicId(db, "o")?.id ?? 0, startMs, startMs + 10 * minuteMs);
    expect(points.map(({ priceMinor }) => priceMinor)).toEqual([1_000, 900, 1_200, 700, 800]);
  });

  it("is no news where the series ends as it began", async () => {
    const db = await setUp();
    see(db, [1, 900, out], [2, 1_000, inStock]);
    expect(told(db)).toEqual([]);
  });

  it("is no news where it comes late, and still belongs to the history", async () => {
    const db = await setUp();
    see(db, [10, 1_000]);
    see(db, [5, 500]);
    expect(told(db)).toEqual([]);
    expect(offerByPublicId(db, "o")?.priceMinor).toBe(1_000);
  });

  it("compares with what was last known, over a while in which nothing was", async () => {
    const db = await setUp();
    see(db, [1, 1_000, out]);
    see(db, [2, 1_000, unknown]);
    see(db, [3, 1_000, inStock]);
    expect(told(db)).toEqual([
      ["in", "out"],
      ["out", "in"],
    ]);
    see(db, [4, 1_000, unknown]);
    see(db, [5, 1_000, inStock]);
    expect(told(db)).toHaveLength(2);
  });

  it("is no news while it is suspect, and is once it is confirmed", async () => {
    const db = await setUp();
    see(db, [1, 100]);
    expect(told(db)).toEqual([]);
    see(db, [20, 100]);
    expect(told(db)).toEqual([[10, 1]]);
  });

  it("is written together with its event, or not at all", async () => {
    const db = await setUp();
    db.connection.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON delivery BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    expect(() => see(db, [1, 900])).toThrow("full");
    expect(offerByPublicId(db, "o")?.priceMinor).toBe(1_000);
    expect(told(db)).toEqual([]);
  });
});
