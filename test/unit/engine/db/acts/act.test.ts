import { expect, it } from "vitest";
import {
  actById,
  markUndone,
  type NewAct,
  newestAct,
  recordAct,
  revertAct,
} from "../../../../../src/main/engine/db/acts/act.js";
import { recordedTables } from "../../../../../src/main/engine/db/acts/recorded-tables.js";
import { AddedAgainError } from "../../../../../src/main/engine/db/acts/revert.js";
import { insertRule } from "../../../../../src/main/engine/db/alerts/alert-rule.js";
import { offerById, updateOfferPrice } from "../../../../../src/main/engine/db/prices/offer.js";
import {
  mergePoints,
  readAllPoints,
  replacePoints,
} from "../../../../../src/main/engine/db/prices/price-history.js";
import { deleteProduct, productById } from "../../../../../src/main/engine/db/products/product.js";
import { reviewOfProduct, saveReview } from "../../../../../src/main/engine/db/products/review.js";
import { insertTag, tagsOfProduct } from "../../../../../src/main/engine/db/products/tag.js";
import {
  allRows,
  allValues,
  change,
  type ReadDb,
  type WriteDb,
  write,
} from "../../../../../src/main/engine/db/store.js";
import { insertSchedule, scheduleOfProduct } from "../../../../../src/main/engine/db/watch/schedule.js";
import { ensureDefaultAccount } from "../../../../../src/main/engine/operations/account/accounts.js";
import { openTestStore } from "../../../../support/folder.js";
import { insertTestProduct, newOffer } from "../prices/stored-offer.js";

/** Tables that acts do not record, with the reason. */
const unrecordedTables: Readonly<Record<string, string>> = {
  act: "The acts themselves.",
  last_id: "Ids are never given twice.",
  setting: "Settings are changed where they are shown.",
  account: "Accounts, usage and keys are administered, and a revoked key must stay revoked.",
  rate_slot: "Usage.",
  usage_period: "Usage.",
  api_key: "A revoked key must stay revoked.",
  device: "A revoked device must stay revoked.",
  pairing: "A refused browser must stay refused.",
  identifier: "Derived from products, offers and merges.",
  product_text: "Derived from products.",
  deal: "Fetched from upstreams.",
  batch_job: "Work of the API.",
  batch_result: "Work of the API.",
  batch_charge: "Usage.",
  webhook: "Its secret must not outlive it.",
  event: "Events have been sent.",
  delivery: "Events have been sent.",
  delivery_attempt: "Events have been sent.",
  received_event: "Events have been received.",
  service: "Its key must not outlive it.",
  channel: "Its secrets must not outlive it.",
  channel_message: "Alerts have been sent.",
  channel_alert: "Alerts have been sent.",
  alert_problem: "Errors have happened.",
  shop: "Observed at shops.",
  shop_way: "Observed at shops.",
  link_list: "Lists and their links are undone with the products that they added.",
  link: "What it adds is recorded; whether that was undone says its act.",
  link_page: "Pages that a browser has sent.",
};

const accountId = 1;

function openWithAccount(): ReadDb {
  const db = openTestStore();
  ensureDefaultAccount(db, 0);
  return db;
}

const act: NewAct = {
  accountId,
  kind: "products.remove",
  subject: { title: "Lamp", count: 1 },
  client: "window",
  nowMs: 5,
};

function perform(db: ReadDb, work: (tx: WriteDb) => void): number {
  const { actId } = write(db, (tx) => recordAct(tx, act, () => work(tx)));
  return actId ?? 0;
}

function revert(db: ReadDb, id: number) {
  return write(db, (tx) => revertAct(tx, id)).kept;
}

/** Every recorded row. */
function dump(db: ReadDb): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(recordedTables).map((table) => [table, allRows(db, `SELECT * FROM ${table}`)]),
  );
}

const schedule = { accountId, cadence: "daily", retailer: null, createdMs: 1, dueMs: 2 } as const;

/** A product with a shop, its history, a schedule, a tag, a rule and a review. */
function openWithProduct(): { db: ReadDb; productId: number; offerId: number } {
  const db = openWithAccount();
  const offerId = newOffer(db);
  const productId = offerById(db, offerId)?.productId ?? 0;
  write(db, (tx) => {
    mergePoints(tx, offerId, [
      { atMs: 10, priceMinor: 10_000, availability: 1 },
      { atMs: 20, priceMinor: 9_000, availability: 1 },
    ]);
    insertSchedule(tx, { ...schedule, productId });
    insertTag(tx, { accountId, productId, name: "Garden" });
    insertRule(tx, {
      productId,
      trigger: { kind: "target", priceMinor: 5_000, currency: "USD" },
      retailer: null,
      condition: null,
      isEnabled: true,
      createdMs: 1,
      channels: null,
    });
    saveReview(tx, productId, { tldr: "Good." } as never);
  });
  return { db, productId, offerId };
}

it("each table of the schema is recorded, or has a reason why not", () => {
  const sql =
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite%'";
  const tables = allValues<string>(openTestStore(), sql);
  expect([...Object.keys(recordedTables), ...Object.keys(unrecordedTables)].sort()).toEqual(tables.sort());
});

it("recorded tables have the columns that are named", () => {
  const db = openTestStore();
  for (const [table, { quiet = [], derived = [], only = [], goesWith }] of Object.entries(recordedTables)) {
    const columns = allValues<string>(db, "SELECT name FROM pragma_table_info(?)", table);
    expect(columns, table).toEqual(expect.arrayContaining([...quiet, ...derived, ...only]));
    if (goesWith) expect(columns, table).toContain(goesWith.column);
  }
});

it("deleting a product with all that goes with it is undone, redone and undone again", () => {
  const { db, productId } = openWithProduct();
  const before = dump(db);
  const id = perform(db, (tx) => deleteProduct(tx, productId));
  const after = dump(db);
  expect(after.offer).toEqual([]);
  for (let i = 0; i < 2; i += 1) {
    expect(revert(db, id)).toEqual([]);
    expect(dump(db)).toEqual(before);
    revert(db, id);
    expect(dump(db)).toEqual(after);
  }
});

it("an act that changes nothing is not recorded, and one that fails leaves nothing", () => {
  const { db, productId } = openWithProduct();
  expect(perform(db, (tx) => change(tx, "UPDATE product SET title = title WHERE id = ?", productId))).toBe(0);
  const fail = () =>
    perform(db, (tx) => {
      deleteProduct(tx, productId);
      throw new Error("Stop.");
    });
  expect(fail).toThrow("Stop.");
  expect(productById(db, productId)).toBeDefined();
  expect(newestAct(db, act, 0)).toBeUndefined();
  expect(allRows(db, "SELECT * FROM sqlite_temp_schema")).toEqual([]);
  expect(db.connection.pragma("recursive_triggers", { simple: true })).toBe(0);
  expect(perform(db, (tx) => deleteProduct(tx, productId))).toBeGreaterThan(0);
});

it("rows that INSERT OR REPLACE replaces come back", () => {
  const { db, productId } = openWithProduct();
  const id = perform(db, (tx) => saveReview(tx, productId, { tldr: "Bad." } as never));
  expect(revert(db, id)).toEqual([]);
  expect(reviewOfProduct(db, productId)).toEqual({ tldr: "Good." });
});

it("an undo restores the columns that nothing newer has changed, and names what stays", () => {
  const { db, productId } = openWithProduct();
  const id = perform(db, (tx) =>
    change(tx, "UPDATE schedule SET cadence = 'hourly', retailer = 'shop.example', due_at = 3"),
  );
  write(db, (tx) => change(tx, "UPDATE schedule SET cadence = 'weekly', due_at = 9"));
  expect(revert(db, id)).toEqual([{ what: "schedule", title: "Product 1" }]);
  expect(scheduleOfProduct(db, accountId, productId)).toMatchObject({
    cadence: "weekly",
    retailer: null,
    dueMs: 9,
  });
});

it("what checks have changed since does not stop an undo, and is no reason to report anything", () => {
  const { db, productId } = openWithProduct();
  write(db, (tx) => change(tx, "DELETE FROM schedule"));
  const id = perform(db, (tx) => insertSchedule(tx, { ...schedule, productId }));
  write(db, (tx) => change(tx, "UPDATE schedule SET due_at = 9, last_run_at = 8"));
  expect(revert(db, id)).toEqual([]);
  expect(scheduleOfProduct(db, accountId, productId)).toBeUndefined();
});

it("a row that has been made anew stays", () => {
  const { db, productId } = openWithProduct();
  const id = perform(db, (tx) => change(tx, "DELETE FROM schedule"));
  write(db, (tx) => insertSchedule(tx, { ...schedule, cadence: "weekly", productId }));
  expect(revert(db, id)).toEqual([{ what: "schedule", title: "Product 1" }]);
  expect(scheduleOfProduct(db, accountId, productId)?.cadence).toBe("weekly");
});

it("nothing is restored for a product that is gone", () => {
  const { db, productId } = openWithProduct();
  const id = perform(db, (tx) => change(tx, "DELETE FROM tag"));
  write(db, (tx) => deleteProduct(tx, productId));
  expect(revert(db, id)).toEqual([{ what: "tag", title: null }]);
  expect(tagsOfProduct(db, accountId, productId)).toEqual([]);
});

it("a product that has been added again is not restored", () => {
  const { db, productId } = openWithProduct();
  const id = perform(db, (tx) => deleteProduct(tx, productId));
  write(db, (tx) => insertTestProduct(tx));
  expect(() => revert(db, id)).toThrow(AddedAgainError);
  expect(actById(db, accountId, id)?.undoneMs).toBeNull();
});

it("the id of a deleted row is not given again", () => {
  const { db, productId, offerId } = openWithProduct();
  write(db, (tx) => deleteProduct(tx, productId));
  const again = newOffer(db);
  expect(again).toBeGreaterThan(offerId);
  expect(offerById(db, again)?.productId).toBeGreaterThan(productId);
});

it("a new product that has gained a shop since stays, and loses only the act's shops", () => {
  const db = openWithAccount();
  let productId = 0;
  const id = perform(db, (tx) => {
    productId = insertTestProduct(tx);
    insertSchedule(tx, { ...schedule, productId });
  });
  const own = perform(db, () => undefined);
  expect(own).toBe(0);
  newOffer(db, { productId, publicId: "newer" });
  expect(revert(db, id)).toEqual([{ what: "product", title: "Product 1" }]);
  expect(scheduleOfProduct(db, accountId, productId)).toBeDefined();
});

it("a new product goes with what has been made for it since, and comes back with it", () => {
  const db = openWithAccount();
  let productId = 0;
  const id = perform(db, (tx) => {
    productId = insertTestProduct(tx);
  });
  write(db, (tx) => insertTag(tx, { accountId, productId, name: "Garden" }));
  const before = dump(db);
  expect(revert(db, id)).toEqual([]);
  expect(productById(db, productId)).toBeUndefined();
  revert(db, id);
  expect(dump(db)).toEqual(before);
});

it("points that were recorded since stay when an edit of the history is undone", () => {
  const { db, offerId } = openWithProduct();
  const id = perform(db, (tx) => {
    replacePoints(tx, offerId, [{ atMs: 20, priceMinor: 8_000, availability: 1 }]);
    updateOfferPrice(tx, offerId, { priceMinor: 8_000, availability: 1, seenMs: 20 });
  });
  write(db, (tx) => {
    mergePoints(tx, offerId, [{ atMs: 30, priceMinor: 7_000, availability: 1 }]);
    updateOfferPrice(tx, offerId, { priceMinor: 7_000, availability: 1, seenMs: 30 });
  });
  expect(revert(db, id)).toEqual([]);
  expect(readAllPoints(db, offerId).map(({ priceMinor }) => priceMinor)).toEqual([10_000, 9_000, 7_000]);
  expect(offerById(db, offerId)).toMatchObject({ priceMinor: 7_000, seenMs: 30 });
  revert(db, id);
  expect(readAllPoints(db, offerId).map(({ priceMinor }) => priceMinor)).toEqual([8_000, 7_000]);
});

it("a point that has been edited again stays", () => {
  const { db, offerId } = openWithProduct();
  const edit = (priceMinor: number) => (tx: WriteDb) =>
    replacePoints(tx, offerId, [{ atMs: 20, priceMinor, availability: 1 }]);
  const id = perform(db, edit(8_000));
  write(db, edit(7_000));
  expect(revert(db, id)).toEqual([{ what: "price", title: "Product 1" }]);
  expect(readAllPoints(db, offerId)).toMatchObject([{ priceMinor: 10_000 }, { priceMinor: 7_000 }]);
});

it("an act that was redone is the newest one", () => {
  const { db } = openWithProduct();
  const first = perform(db, (tx) => change(tx, "DELETE FROM tag"));
  const second = perform(db, (tx) => change(tx, "DELETE FROM schedule"));
  expect(newestAct(db, act, 0)?.id).toBe(second);
  expect(newestAct(db, { ...act, client: "phone" }, 0)).toBeUndefined();
  write(db, (tx) => markUndone(tx, second, 6));
  expect(newestAct(db, act, 0)?.id).toBe(first);
  write(db, (tx) => markUndone(tx, first, 7));
  write(db, (tx) => markUndone(tx, second, null));
  write(db, (tx) => markUndone(tx, first, null));
  expect(newestAct(db, act, 0)?.id).toBe(first);
});
