import fc from "fast-check";
import "../../../../support/seed.js";
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { insertAct } from "../../../../../src/main/engine/db/acts/act.js";
import { recordedTables } from "../../../../../src/main/engine/db/acts/recorded-tables.js";
import { activeSnoozes } from "../../../../../src/main/engine/db/alerts/alert-snooze.js";
import { openConnection } from "../../../../../src/main/engine/db/connection.js";
import { closeStore, migrate } from "../../../../../src/main/engine/db/open.js";
import { readAllPoints } from "../../../../../src/main/engine/db/prices/price-history.js";
import { allRows, allValues, type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import { unpriced } from "../../../../../src/main/engine/domain/money.js";
import { redoAct, undoAct } from "../../../../../src/main/engine/operations/acts/acts.js";
import { recordPart } from "../../../../../src/main/engine/operations/acts/perform-act.js";
import { listInbox, removeFromInbox } from "../../../../../src/main/engine/operations/alerts/inbox.js";
import { endDueRounds, endRound } from "../../../../../src/main/engine/operations/alerts/round.js";
import {
  removeRules,
  saveRule,
  snoozeProduct,
} from "../../../../../src/main/engine/operations/alerts/rules.js";
import { saveManyRules } from "../../../../../src/main/engine/operations/alerts/save-many-rules.js";
import { importCatalogue } from "../../../../../src/main/engine/operations/catalogue/import-catalogue.js";
import { readListFile } from "../../../../../src/main/engine/operations/lists/read-file.js";
import { enterPrice } from "../../../../../src/main/engine/operations/pages/add-link.js";
import {
  importRecipes,
  removeRecipe,
  storeRecipe,
} from "../../../../../src/main/engine/operations/pages/recipes.js";
import { savePage } from "../../../../../src/main/engine/operations/pages/save-page.js";
import { renameShop } from "../../../../../src/main/engine/operations/pages/shops.js";
import {
  fetchHistory,
  forgetSamples,
} from "../../../../../src/main/engine/operations/prices/archived-prices.js";
import { bringPrices } from "../../../../../src/main/engine/operations/prices/bring-prices.js";
import { countTerm } from "../../../../../src/main/engine/operations/prices/count-terms.js";
import { editHistory, settleClick } from "../../../../../src/main/engine/operations/prices/history-edits.js";
import {
  acceptHeldPrice,
  recordObservations,
} from "../../../../../src/main/engine/operations/prices/record.js";
import {
  mergeProducts,
  removeOffers,
  renameProduct,
  splitProduct,
} from "../../../../../src/main/engine/operations/products/group-offers.js";
import { removeProducts } from "../../../../../src/main/engine/operations/products/remove.js";
import { setSize } from "../../../../../src/main/engine/operations/products/terms.js";
import { ContractError } from "../../../../../src/main/engine/operations/request/contract-error.js";
import { removePurchase, savePurchase } from "../../../../../src/main/engine/operations/watch/purchases.js";
import { putWatched, stopWatching } from "../../../../../src/main/engine/operations/watch/schedules.js";
import { changeTags } from "../../../../../src/main/engine/operations/watch/tags.js";
import { createPublishContext } from "../../../../../src/main/engine/operations/webhooks/publish-event.js";
import type { Recipe } from "../../../../../src/shared/recipe/recipe.js";
import { HOUR_MS, MINUTE_MS } from "../../../../../src/shared/time.js";
import { actingContext } from "../../../../support/acting-context.js";

const startMs = Date.parse("2026-06-15T12:00:00.000Z");

/** Without a disk to wait for. */
function openInMemory(): ReadDb {
  const db = { connection: openConnection(":memory:") };
  migrate(db);
  return db;
}

type Offer = { readonly id: number; readonly public_id: string; readonly product: string };

/** Times differ after an undo, and what rules remember may be newer. */
const timeColumns = ["updated_at"];

/** A household's watch list, on which random acts are done. */
class Household {
  nowMs = startMs;
  readonly db: ReadDb = openInMemory();
  readonly context = actingContext(this.db, () => this.nowMs);
  /** Points that checks have recorded, by offer. */
  readonly observed: { readonly offerId: number; readonly atMs: number; readonly priceMinor: number }[] = [];
  #undone: number[] = [];
  #names = 0;

  static async open(): Promise<Household> {
    const household = new Household();
    const { db, context } = household;
    const offer = (id: string, price: number) => ({
      id,
      retailer: `${id}.example`,
      price,
      currency: "USD",
      availability: "in",
      URL: `https://${id}.example/p`,
      timestamp: new Date(startMs).toISOString(),
    });
    const lines = ["a", "b", "c"].map((name, i) => ({
      type: "product",
      service: `product/${name}/1`,
      title: `Product ${name}`,
      offers: [offer(`${name}1`, 100 + i), offer(`${name}2`, 120 + i)],
    }));
    const importing = { db, nowMs: startMs, randomBytes, isSample: false };
    await importCatalogue(
      importing,
      lines.map((line) => JSON.stringify(line)),
    );
    await putWatched(context, {
      product_keys: ["product/a/1", "product/b/1"],
      schedule: "daily",
      retailer: null,
    });
    await changeTags(context, { product_keys: ["product/a/1"], add: ["Garden"], remove: [] });
    household.#rule("product/a/1", 99);
    db.connection.exec("DELETE FROM act");
    return household;
  }

  #pick<T>(list: readonly T[], n: number): T | undefined {
    return list[n % Math.max(1, list.length)];
  }

  #product(n: number): string {
    return (
      this.#pick(allValues<string>(this.db, "SELECT service FROM product ORDER BY id"), n) ?? "product/none"
    );
  }

  #offer(n: number): Offer | undefined {
    const sql = `SELECT offer.id, public_id, service AS product FROM offer JOIN product ON product.id = product_id ORDER BY offer.id`;
    return this.#pick(allRows<Offer>(this.db, sql), n);
  }

  #rule(productKey: string | null, price: number) {
    return saveRule(this.context, {
      product_key: productKey,
      trigger: { kind: "target", price, currency: "USD" },
      retailer: null,
      condition: null,
      is_enabled: true,
    });
  }

  readonly #acts: readonly ((n: number, m: number) => unknown)[] = [
    (n) => this.#add(n),
    (n) => removeProducts(this.context, { product_keys: [this.#product(n)] }),
    (n, m) => mergeProducts(this.context, { product_key: this.#product(n), into: this.#product(m) }),
    (n) => {
      const { product, public_id } = this.#offer(n) ?? { product: "", public_id: "" };
      return splitProduct(this.context, { product_key: product, offer_ids: [public_id] });
    },
    (n) => {
      const { product, public_id } = this.#offer(n) ?? { product: "", public_id: "" };
      return removeOffers(this.context, { product_key: product, offer_ids: [public_id] });
    },
    (n, m) => renameProduct(this.context, { product_key: this.#product(n), title: `Name ${m % 5}` }),
    (n, m) =>
      changeTags(this.context, {
        product_keys: [this.#product(n), this.#product(m)],
        ...(m % 3 === 0 ? { add: [], remove: ["garden"] } : { add: [`Tag ${m % 4}`, "Garden"], remove: [] }),
      }),
    (n, m) =>
      putWatched(this.context, {
        product_keys: [this.#product(n), this.#product(m)],
        schedule: m % 2 === 0 ? "hourly" : "weekly",
        retailer: m % 3 === 0 ? "a1.example" : null,
      }),
    (n, m) => stopWatching(this.context, { product_keys: [this.#product(n), this.#product(m)] }),
    (n, m) => this.#rule(n % 7 === 0 ? null : this.#product(n), 90 + (m % 30)),
    (n, m) => {
      const ids = allValues<number>(this.db, "SELECT id FROM alert_rule ORDER BY id");
      return removeRules(this.context, { ids: [this.#pick(ids, n) ?? 0, this.#pick(ids, m) ?? 0] });
    },
    (n, m) =>
      saveManyRules(this.context, {
        product_keys: [this.#product(n), this.#product(m)],
        trigger: { kind: "target_percent", percent: 5 + (m % 20) },
        retailer: null,
        condition: null,
        replaces_targets: n % 2 === 0,
      }),
    (n, m) =>
      snoozeProduct(this.context, {
        product_key: this.#product(n),
        until: m % 3 === 0 ? null : new Date(this.nowMs + (m % 40) * HOUR_MS + 1).toISOString(),
      }),
    (n, m) =>
      savePurchase(this.context, {
        product_key: this.#product(n),
        price: 80 + (m % 50),
        ...(m % 3 !== 0 && { return_days: m % 20 }),
      }),
    (n) => {
      const ids = allValues<number>(this.db, "SELECT id FROM purchase ORDER BY id");
      return removePurchase(this.context, { id: this.#pick(ids, n) ?? 0 });
    },
    (n, m) => this.#edit(n, m),
    (n) => acceptHeldPrice(this.context, { offer_id: this.#offer(n)?.public_id ?? "none" }),
    (n, m) =>
      setSize(this.context, {
        product_key: this.#product(n),
        size: m % 3 === 0 ? null : { amount: 100 + (m % 7) * 0.1, unit: "g" },
      }),
    (n, m) => storeRecipe(this.context, { recipe: this.#recipe(n, m) }),
    (n) => removeRecipe(this.context, { host: `${"abc"[n % 3]}1.example` }),
    () =>
      removeFromInbox(this.context, { ids: listInbox(this.db, { limit: 2 }).entries.map(({ id }) => id) }),
    (n, m) => this.#import(n, m),
    (n, m) => {
      const offer = this.#offer(n);
      const points = offer === undefined ? [] : readAllPoints(this.db, offer.id);
      const atMs = this.#pick(points, m)?.atMs ?? startMs;
      return settleClick(this.context, {
        offer_id: offer?.public_id ?? "none",
        clicked_at: new Date(atMs).toISOString(),
      });
    },
    (n, m) =>
      renameShop(this.context, {
        host: `${"abc"[n % 3]}1.example`,
        name: m % 3 === 0 ? null : `Shop ${m % 4}`,
      }),
    (n, m) =>
      countTerm(this.context, {
        term: m % 2 === 0 ? { kind: "shipping" } : { kind: "member", retailer: `${"abc"[n % 3]}1.example` },
        counts: m % 3 !== 0,
      }),
    (n, m) =>
      enterPrice(this.context, {
        offer_id: this.#offer(n)?.public_id ?? "none",
        price: 70 + (m % 50),
        currency: m % 3 === 0 ? "EUR" : "USD",
        is_in_stock: m % 4 !== 0,
      }),
    (n, m) => this.#teach(n, m),
    (n, m) => {
      const { product, public_id } = this.#offer(n) ?? { product: "product/none", public_id: "none" };
      return bringPrices(
        { ...this.context, readListFile: async (...file) => readListFile(...file) },
        {
          product_key: product,
          offer_id: public_id,
          content: `date,price\n2026-0${1 + (m % 5)}-01,${60 + (m % 50)}\n2026-05-20,75`,
          file_name: "prices.csv",
          save: true,
        },
      );
    },
    (n, m) => fetchHistory(this.context, { product_keys: [this.#product(n), this.#product(m)] }),
    (n) => forgetSamples(this.context, { product_keys: [this.#product(n)] }),
    (n, m) => {
      const lines = [n, m].map((each) => ({ type: "tidemark-recipe", ...this.#recipe(each, m) }));
      return importRecipes(this.context, { text: lines.map((line) => JSON.stringify(line)).join("\n") });
    },
  ];

  get actCount(): number {
    return this.#acts.length;
  }

  /** Adds the links of a list, each as a part of its act. */
  #import(n: number, m: number) {
    const { accountId, client } = this.context;
    const subject = { title: "Gifts", count: 2 };
    const act = { accountId, client, kind: "lists.import", subject, nowMs: this.nowMs } as const;
    const partOf = write(this.db, (tx) => insertAct(tx, act));
    for (const each of [n, m]) this.#add(each, partOf);
  }

  #recipe(n: number, m: number): Recipe {
    return {
      version: 1,
      host: `${"abc"[n % 3]}1.example`,
      price: { selectors: [`.price${m % 5}`], attribute: null, decimal: null },
    };
  }

  /** Reads a known page again at the place that the shopper has clicked. */
  #teach(n: number, m: number) {
    const url = this.#pick(allValues<string>(this.db, "SELECT url FROM tracked_page ORDER BY offer_id"), n);
    if (url === undefined) return;
    return savePage(this.context, {
      url,
      product: {},
      offer: { price: 50 + (m % 60), currency: "USD", availability: "in" },
      outcome: null,
      pick: null,
      listing: null,
      isRendered: false,
      recipe: { ...this.#recipe(n, m), host: new URL(url).host },
      isReadWithoutClick: m % 2 === 0,
      isSeparate: false,
      into: undefined,
      saving: (tx, _nowMs, save) =>
        recordPart(tx, this.context, { kind: "prices.teach", subject: { title: null, count: 1 } }, save),
    });
  }

  /** Adds a page by hand, or a shop to a product, and watches it. */
  #add(n: number, partOf?: number) {
    this.#names += 1;
    const priced = { price: 80 + (n % 60), currency: "USD", availability: "in" };
    return savePage(this.context, {
      url: `https://shop${this.#names}.example/p`,
      product: { title: `Added ${this.#names}` },
      offer: (n % 5 === 4 ? { ...unpriced, availability: "out" } : priced) as never,
      outcome: null,
      pick: null,
      listing: null,
      isRendered: false,
      recipe: null,
      isReadWithoutClick: false,
      isSeparate: false,
      into: n % 2 === 0 ? this.#product(n) : undefined,
      saving: (tx, _nowMs, save) =>
        recordPart(tx, this.context, { kind: "links.add", subject: { title: null, count: 1 }, partOf }, save),
    });
  }

  #edit(n: number, m: number) {
    const offer = this.#offer(n);
    const points = offer === undefined ? [] : readAllPoints(this.db, offer.id);
    const atMs = m % 3 === 0 ? this.nowMs - m * MINUTE_MS : (this.#pick(points, m)?.atMs ?? startMs);
    return editHistory(this.context, {
      offer_id: offer?.public_id ?? "none",
      timestamp: new Date(Math.min(this.nowMs, atMs)).toISOString(),
      to: m % 4 === 0 ? null : { price: 60 + (m % 50), availability: "in" },
    });
  }

  /** A check sees a price. */
  check(n: number, m: number): void {
    const offer = this.#offer(n);
    if (offer === undefined) return;
    this.nowMs += MINUTE_MS;
    const observation = {
      offerId: offer.id,
      priceMinor: 9_000 + (m % 40) * 100,
      availability: 1,
      atMs: this.nowMs,
    } as const;
    const publishing = createPublishContext(this.context);
    write(this.db, (tx) => {
      recordObservations(tx, publishing, [observation]);
      const productId = allValues<number>(tx, "SELECT product_id FROM offer WHERE id = ?", offer.id)[0] ?? 0;
      endRound(tx, publishing, productId);
    });
    const isRecorded = readAllPoints(this.db, offer.id).some(({ atMs }) => atMs === this.nowMs);
    if (isRecorded) this.observed.push(observation);
  }

  async act(kind: number, n: number, m: number): Promise<void> {
    this.nowMs += MINUTE_MS;
    try {
      await this.#acts[kind]?.(n, m);
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
    }
    // The background evaluates what acts have marked.
    if (m % 2 === 0) endDueRounds(this.context, createPublishContext(this.context));
  }

  /** The products of the alerts that there are once nothing is left to evaluate, the oldest first. */
  alerts(): string[] {
    while (endDueRounds(this.context, createPublishContext(this.context)));
    return allValues<string>(this.db, "SELECT data ->> '$.product.service' FROM inbox ORDER BY id");
  }

  /** Products whose alerts are held back. */
  snoozed(): string[] {
    return activeSnoozes(this.db, this.nowMs, null).map((each) => each.product_key);
  }

  async undo(): Promise<boolean> {
    this.nowMs += MINUTE_MS;
    const { act } = await undoAct(this.context, {});
    if (act !== null) this.#undone.push(act.id);
    return act !== null;
  }

  async redo(): Promise<void> {
    this.nowMs += MINUTE_MS;
    const id = this.#undone.pop();
    try {
      if (id !== undefined) await redoAct(this.context, { id });
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
    }
  }

  /** Every row of the shopper's tables, but for times. */
  dump(tables = Object.keys(recordedTables)): Record<string, unknown> {
    const rowsOf = (table: string) =>
      allRows<Record<string, unknown>>(this.db, `SELECT * FROM ${table}`).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => !timeColumns.includes(column))),
      );
    return Object.fromEntries(tables.map((table) => [table, rowsOf(table)]));
  }
}

/** The number of an act, or of an undo, a redo or a check. */
const step = fc.tuple(fc.nat(33), fc.nat(1_000), fc.nat(1_000));
const steps = fc.array(step, { minLength: 30, maxLength: 30 });
const numRuns = process.env.TIDEMARK_LONG === "1" ? 300 : 4;

/** Plays acts, with undo and redo in between, then undoes all. */
async function play(
  household: Household,
  sequence: readonly (readonly [number, number, number])[],
  hasChecks: boolean,
) {
  for (const [kind, n, m] of sequence) {
    const other = kind - household.actCount;
    if (other < 0) await household.act(kind, n, m);
    else if (other === 0) await household.undo();
    else if (other === 1) await household.redo();
    else hasChecks ? household.check(n, m) : await household.undo();
  }
  const alerts = household.alerts();
  const snoozed = household.snoozed();
  let count = 0;
  while ((await household.undo()) && count < 100) count += 1;
  expect(count).toBeLessThan(100);
  // What came back has been said, unless a snooze held it back.
  const isNews = (product: string) => !snoozed.includes(product);
  if (!hasChecks) expect(household.alerts().slice(alerts.length).filter(isNews)).toEqual([]);
  expect(allValues(household.db, "SELECT id FROM inbox WHERE removed_at IS NOT NULL")).toEqual([]);
}

describe("random sequences of acts", { timeout: 3_600_000 }, () => {
  it("undoing all of them gives the database that was", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const household = await Household.open();
        const tables = [...Object.keys(recordedTables), "identifier"].filter(
          (table) => !["alert_memory", "round", "round_change", "inbox"].includes(table),
        );
        const before = household.dump(tables);
        await play(household, sequence, false);
        expect(household.dump(tables)).toEqual(before);
        expect(household.db.connection.pragma("foreign_key_check")).toEqual([]);
        closeStore(household.db);
      }),
      { numRuns },
    );
  });

  it("prices that checks have recorded in between stay", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const household = await Household.open();
        const tables = [
          "product",
          "tag",
          "alert_rule",
          "product_size",
          "recipe",
          "merged_product",
          "tracked_page",
        ];
        const before = household.dump(tables);
        await play(household, sequence, true);
        expect(household.dump(tables)).toEqual(before);
        const ids = allValues<number>(household.db, "SELECT id FROM offer");
        for (const { offerId, atMs, priceMinor } of household.observed.filter(({ offerId: id }) =>
          ids.includes(id),
        ))
          expect(readAllPoints(household.db, offerId)).toContainEqual({ atMs, priceMinor, availability: 1 });
        closeStore(household.db);
      }),
      { numRuns },
    );
  });
});
