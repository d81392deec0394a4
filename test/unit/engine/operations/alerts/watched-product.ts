import { randomBytes } from "node:crypto";
import { offerByPublicId } from "../../../../../src/main/engine/db/prices/offer.js";
import { productIdByKey } from "../../../../../src/main/engine/db/products/product.js";
import { type ReadDb, type WriteDb, write } from "../../../../../src/main/engine/db/store.js";
import { insertSchedule } from "../../../../../src/main/engine/db/watch/schedule.js";
import type { AvailabilityCode } from "../../../../../src/main/engine/domain/price-point.js";
import { listInbox } from "../../../../../src/main/engine/operations/alerts/inbox.js";
import { endRound } from "../../../../../src/main/engine/operations/alerts/round.js";
import { saveRule } from "../../../../../src/main/engine/operations/alerts/rules.js";
import { importCatalogue } from "../../../../../src/main/engine/operations/catalogue/import-catalogue.js";
import { recordObservations } from "../../../../../src/main/engine/operations/prices/record.js";
import type { InboxEntry } from "../../../../../src/shared/app/alerts.js";
import type { RuleTrigger } from "../../../../../src/shared/app/rules.js";
import { MINUTE_MS } from "../../../../../src/shared/time.js";
import { actingContext } from "../../../../support/acting-context.js";
import type { ProductLine } from "../../../../support/catalogue.js";
import { openTestStore } from "../../../../support/folder.js";

export const startMs = Date.parse("2026-06-15T12:00:00.000Z");
export const productKey = "product/p/1";

export const target = (price: number): RuleTrigger => ({ kind: "target", price, currency: "USD" });
export const drop = (percent = 0): RuleTrigger => ({ kind: "percent_below", base: "last", percent });

type OfferInput = NonNullable<ProductLine["offers"]>[number];

/** A database with a watched product. */
export class WatchedProduct {
  nowMs = startMs;
  readonly db: ReadDb = openTestStore();
  readonly context = actingContext(this.db, () => this.nowMs);
  readonly accountId = this.context.accountId;

  /** `offers` are named "o", costs $100 and is in stock at shop.example, unless given otherwise. */
  static async open(...offers: Partial<OfferInput>[]): Promise<WatchedProduct> {
    const product = new WatchedProduct();
    await product.addProduct(productKey, offers.length === 0 ? [{}] : offers);
    return product;
  }

  /** Adds a product and its schedule. */
  async addProduct(key: string, offers: readonly Partial<OfferInput>[]): Promise<void> {
    const line: ProductLine = {
      type: "product",
      service: key,
      title: "P",
      offers: offers.map(({ id = "o", retailer = "shop.example", ...more }) => ({
        id,
        retailer,
        price: 100,
        currency: "USD",
        availability: "in",
        URL: `https://${retailer}/${id}`,
        timestamp: new Date(startMs).toISOString(),
        ...more,
      })),
    };
    const { db, accountId } = this;
    await importCatalogue({ db, nowMs: startMs, randomBytes, isSample: false }, [JSON.stringify(line)]);
    const productId = this.idOf(key);
    const times = { createdMs: startMs, dueMs: startMs };
    write(db, (tx) =>
      insertSchedule(tx, { accountId, productId, cadence: "daily", retailer: null, ...times }),
    );
  }

  idOf(key: string): number {
    return productIdByKey(this.db, key) ?? 0;
  }

  at(minutes: number): this {
    this.nowMs = startMs + minutes * MINUTE_MS;
    return this;
  }

  save(trigger: RuleTrigger, overrides: object = {}): number {
    const request = {
      product_key: productKey,
      trigger,
      retailer: null,
      condition: null,
      is_enabled: true,
      ...overrides,
    };
    return saveRule(this.context, request).rule.id;
  }

  /** Records what a check sees. */
  observe(
    priceMinor: number,
    { id = "o", availability = 1 as AvailabilityCode, isRelease = false } = {},
  ): this {
    const { nowMs } = this;
    const offerId = offerByPublicId(this.db, id)?.id ?? 0;
    const observation = { offerId, priceMinor, availability, atMs: nowMs };
    write(this.db, (tx) => recordObservations(tx, { nowMs, randomBytes }, [observation], isRelease));
    return this;
  }

  /** Ends the round; returns the new entries of the inbox. */
  finish(): InboxEntry[] {
    return this.newEntries(() => write(this.db, (tx) => this.finishIn(tx)));
  }

  finishIn(tx: WriteDb): void {
    endRound(tx, { nowMs: this.nowMs, randomBytes }, this.idOf(productKey));
  }

  /** A check that sees one price, some minutes after the start. */
  check(minutes: number, priceMinor: number, offer?: Parameters<this["observe"]>[1]): InboxEntry[] {
    return this.at(minutes).observe(priceMinor, offer).finish();
  }

  async newEntriesOf(work: () => Promise<unknown>): Promise<InboxEntry[]> {
    const last = listInbox(this.db, { limit: 1 }).entries[0]?.id ?? 0;
    await work();
    return listInbox(this.db, { limit: 200 }).entries.filter(({ id }) => id > last);
  }

  /** The entries that some work adds to the inbox. */
  newEntries(work: () => unknown): InboxEntry[] {
    const known = listInbox(this.db, { limit: 200 }).entries.map(({ id }) => id);
    work();
    return listInbox(this.db, { limit: 200 })
      .entries.filter(({ id }) => !known.includes(id))
      .reverse();
  }
}
