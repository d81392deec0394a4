import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { saveEdit } from "../../../../../src/main/engine/db/prices/history-edit.js";
import { offerByPublicId } from "../../../../../src/main/engine/db/prices/offer.js";
import { readPoints, replacePoints } from "../../../../../src/main/engine/db/prices/price-history.js";
import { productIdByKey } from "../../../../../src/main/engine/db/products/product.js";
import { allRows, type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import { insertSchedule } from "../../../../../src/main/engine/db/watch/schedule.js";
import { insertWebhook } from "../../../../../src/main/engine/db/webhooks/webhook.js";
import { availabilityCodes } from "../../../../../src/main/engine/domain/price-point.js";
import { ensureDefaultAccount } from "../../../../../src/main/engine/operations/account/accounts.js";
import { importCatalogue } from "../../../../../src/main/engine/operations/catalogue/import-catalogue.js";
import { editHistory } from "../../../../../src/main/engine/operations/prices/history-edits.js";
import { recordObservations } from "../../../../../src/main/engine/operations/prices/record.js";
import type { EventData } from "../../../../../src/shared/contract/webhook.js";
import { MINUTE_MS } from "../../../../../src/shared/time.js";
import { actingContext } from "../../../../support/acting-context.js";
import { openTestStore } from "../../../../support/folder.js";

const startMs = Date.parse("2026-06-15T12:00:00Z");
const { unknown, in: inStock, out } = availabilityCodes;

/** A watched offer at 10.00, in stock, with the webhook of a program and that of the app. */
async function setUp(): Promise<ReadDb> {
  const db = openTestStore();
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
      productId: productIdByKey(tx, "product/p/1") ?? 0,
      cadence: "daily",
      retailer: null,
      createdMs: startMs,
      dueMs: startMs,
    });
    for (const isLocal of [false, true])
      insertWebhook(tx, {
        id: isLocal ? "own" : "wh",
        accountId: account.id,
        url: "https://hooks.example/",
        events: ["price_drop", "availability_change"],
        isActive: true,
        secret: Buffer.of(0),
        isLocal,
        createdMs: startMs,
      });
  });
  return db;
}

type Observation = readonly [minutes: number, priceMinor: number, availability?: 0 | 1 | 2];

function observeSeries(db: ReadDb, ...series: readonly Observation[]): void {
  const offerId = offerByPublicId(db, "o")?.id ?? 0;
  write(db, (tx) =>
    recordObservations(
      tx,
      { nowMs: startMs, randomBytes },
      series.map(([minutes, priceMinor, availability = inStock]) => ({
        offerId,
        priceMinor,
        availability,
        atMs: startMs + minutes * MINUTE_MS,
      })),
    ),
  );
}

function reportedChanges(db: ReadDb): unknown[] {
  return allRows<{ type: string; data: string }>(db, "SELECT type, data FROM event ORDER BY rowid").map(
    ({ type, data }) => {
      const { price, availability } = JSON.parse(data) as EventData;
      return type === "price_drop"
        ? [price?.previous, price?.current]
        : [availability?.previous, availability?.current];
    },
  );
}

describe("observations", () => {
  it("a series of observations causes one event, from the price before it to its last price", async () => {
    const db = await setUp();
    observeSeries(db, [1, 900], [2, 1_200], [3, 700], [4, 800]);
    expect(reportedChanges(db)).toEqual([[10, 8]]);
    const points = readPoints(db, offerByPublicId(db, "o")?.id ?? 0, startMs, startMs + 10 * MINUTE_MS);
    expect(points.map(({ priceMinor }) => priceMinor)).toEqual([1_000, 900, 1_200, 700, 800]);
  });

  it("an offer back in stock at a lower price sends two events to programs, and none to the app itself", async () => {
    const db = await setUp();
    observeSeries(db, [1, 1_000, out]);
    observeSeries(db, [2, 900, inStock]);
    const sent = (webhookId: string) =>
      allRows<{ type: string }>(
        db,
        "SELECT type FROM delivery JOIN event ON event.id = event_id WHERE webhook_id = ? ORDER BY delivery.id",
        webhookId,
      ).map(({ type }) => type);
    expect(sent("wh")).toEqual(["availability_change", "price_drop", "availability_change"]);
    expect(sent("own")).toEqual([]);
  });

  it("a price seen after one that the user entered is compared with the last one seen", async () => {
    const db = await setUp();
    const enter = (minutes: number, price: number) =>
      editHistory(
        actingContext(db, () => startMs + minutes * MINUTE_MS),
        {
          offer_id: "o",
          timestamp: new Date(startMs + minutes * MINUTE_MS).toISOString(),
          to: { price, availability: "in" },
        },
      );
    enter(1, 9);
    observeSeries(db, [2, 800]);
    enter(3, 7);
    // The check confirms the price entered.
    observeSeries(db, [4, 700]);
    observeSeries(db, [5, 600]);
    expect(reportedChanges(db)).toEqual([
      [10, 8],
      [7, 6],
    ]);
  });

  it("the first price seen is no drop from one that the user entered", async () => {
    const db = await setUp();
    const offerId = offerByPublicId(db, "o")?.id ?? 0;
    const after = { priceMinor: 1_000, availability: inStock };
    write(db, (tx) => {
      replacePoints(tx, offerId, []);
      saveEdit(tx, { offerId, atMs: startMs, after, madeMs: startMs });
    });
    observeSeries(db, [1, 900]);
    expect(reportedChanges(db)).toEqual([]);
    observeSeries(db, [2, 800]);
    expect(reportedChanges(db)).toEqual([[9, 8]]);
  });

  it("a series of observations causes no event when it ends as it began", async () => {
    const db = await setUp();
    observeSeries(db, [1, 900, out], [2, 1_000, inStock]);
    expect(reportedChanges(db)).toEqual([]);
  });

  it("an observation causes no event and no change of the offer when it arrives late", async () => {
    const db = await setUp();
    observeSeries(db, [10, 1_000]);
    observeSeries(db, [5, 500]);
    expect(reportedChanges(db)).toEqual([]);
    expect(offerByPublicId(db, "o")?.priceMinor).toBe(1_000);
  });

  it("an observation is compared with the last known availability, even across unknown ones", async () => {
    const db = await setUp();
    observeSeries(db, [1, 1_000, out]);
    observeSeries(db, [2, 1_000, unknown]);
    observeSeries(db, [3, 1_000, inStock]);
    expect(reportedChanges(db)).toEqual([
      ["in", "out"],
      ["out", "in"],
    ]);
    observeSeries(db, [4, 1_000, unknown]);
    observeSeries(db, [5, 1_000, inStock]);
    expect(reportedChanges(db)).toHaveLength(2);
  });

  it("an observation causes an event only once it is confirmed if it is an outlier", async () => {
    const db = await setUp();
    observeSeries(db, [1, 100]);
    expect(reportedChanges(db)).toEqual([]);
    observeSeries(db, [20, 100]);
    expect(reportedChanges(db)).toEqual([[10, 1]]);
  });

  it("an observation is stored together with its event or not at all", async () => {
    const db = await setUp();
    db.connection.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON delivery BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    expect(() => observeSeries(db, [1, 900])).toThrow("full");
    expect(offerByPublicId(db, "o")?.priceMinor).toBe(1_000);
    expect(reportedChanges(db)).toEqual([]);
  });
});
