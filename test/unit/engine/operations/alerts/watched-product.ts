import { randomBytes } from "node:crypto";
import { offerByPublicId } from "../../../../../src/main/engine/db/prices/offer.js";
import { productIdByKey } from "../../../../../src/main/engine/db/products/product.js";
import { allRows, type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import { insertSchedule } from "../../../../../src/main/engine/db/watch/schedule.js";
import { eventById, type StoredEvent } from "../../../../../src/main/engine/db/webhooks/event.js";
import { insertWebhook } from "../../../../../src/main/engine/db/webhooks/webhook.js";
import type { AvailabilityCode } from "../../../../../src/main/engine/domain/price-point.js";
import { ensureDefaultAccount } from "../../../../../src/main/engine/operations/account/accounts.js";
import { evaluateEvent } from "../../../../../src/main/engine/operations/alerts/evaluate-event.js";
import {
  acceptEvent,
  processReceived,
} from "../../../../../src/main/engine/operations/alerts/receive-event.js";
import { saveRule } from "../../../../../src/main/engine/operations/alerts/save-rule.js";
import { importCatalogue } from "../../../../../src/main/engine/operations/catalogue/import-catalogue.js";
import { recordObservations } from "../../../../../src/main/engine/operations/prices/record.js";
import { completionData } from "../../../../../src/main/engine/operations/watch/schedule-run.js";
import { publishEvent } from "../../../../../src/main/engine/operations/webhooks/publish-event.js";
import { silentLog } from "../../../../../src/main/engine/process/log.js";
import type { InboxEntry } from "../../../../../src/shared/app/alerts.js";
import type { RuleTrigger } from "../../../../../src/shared/app/rules.js";
import type { EventData } from "../../../../../src/shared/contract/webhook.js";
import { MINUTE_MS } from "../../../../../src/shared/time.js";
import { envelope, type ProductLine } from "../../../../support/catalogue.js";
import { openTestStore } from "../../../../support/folder.js";

export const startMs = Date.parse("2026-06-15T12:00:00.000Z");
export const productKey = "product/p/1";

export const target = (price: number): RuleTrigger => ({ kind: "target", price, currency: "USD" });
export const drop = (percent = 0): RuleTrigger => ({ kind: "percent_below", base: "last", percent });

type OfferInput = NonNullable<ProductLine["offers"]>[number];

/** A database with a watched product, and the app's own webhook. */
export class WatchedProduct {
  nowMs = startMs;
  readonly db: ReadDb = openTestStore();
  readonly accountId = ensureDefaultAccount(this.db, startMs).account.id;
  readonly context = { db: this.db, clock: { now: () => this.nowMs }, randomBytes, log: silentLog };

  /** `offers` are named "o", costs $100 and is in stock at shop.example, unless given otherwise. */
  static async open(...offers: Partial<OfferInput>[]): Promise<WatchedProduct> {
    const product = new WatchedProduct();
    await product.addProduct(productKey, offers.length === 0 ? [{}] : offers);
    write(product.db, (tx) =>
      insertWebhook(tx, {
        id: "wh",
        accountId: product.accountId,
        url: "https://hooks.example/",
        events: ["price_drop", "availability_change", "schedule_completion"],
        isActive: true,
        secret: Buffer.of(0),
        isLocal: true,
        createdMs: startMs,
        lastTriggeredMs: null,
        failureCount: 0,
        consecutiveFailures: 0,
      }),
    );
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

  /** Records what a check sees, and returns the events that this raises. */
  observe(
    priceMinor: number,
    { id = "o", availability = 1 as AvailabilityCode, isRelease = false } = {},
  ): StoredEvent[] {
    const { nowMs } = this;
    const offerId = offerByPublicId(this.db, id)?.id ?? 0;
    return this.eventsRaisedBy(() =>
      write(this.db, (tx) =>
        recordObservations(
          tx,
          { nowMs, randomBytes },
          [{ offerId, priceMinor, availability, atMs: nowMs }],
          isRelease,
        ),
      ),
    );
  }

  /** Ends a check, and returns its event if any rule needs it. */
  complete(): StoredEvent[] {
    const { nowMs, accountId } = this;
    return this.eventsRaisedBy(() =>
      write(this.db, (tx) => {
        const run = { productId: this.idOf(productKey), retailer: null, runPriceMinor: null };
        const data = completionData(tx, run)!;
        publishEvent(tx, { nowMs, randomBytes }, { accountId, type: "schedule_completion", data });
      }),
    );
  }

  /** Receives the events and processes them; returns the new entries of the inbox. */
  receive(...events: readonly Pick<StoredEvent, "id" | "type" | "data">[]): InboxEntry[] {
    for (const { id, type, data } of events) {
      const sent = envelope(id, { event: type, data });
      acceptEvent(this.context, sent, JSON.stringify(sent));
    }
    return [...processReceived(this.context)];
  }

  /** Evaluates a finished check of this engine. */
  finishCheck() {
    const data: EventData = {
      product: { service: productKey, title: "P" },
      retailer: null,
      price: null,
      availability: null,
    };
    const { nowMs } = this;
    return write(this.db, (tx) =>
      evaluateEvent(tx, { type: "schedule_completion", data, createdMs: nowMs }, nowMs),
    );
  }

  private eventsRaisedBy(act: () => unknown): StoredEvent[] {
    const ids = () => allRows<{ id: string }>(this.db, "SELECT id FROM event ORDER BY rowid");
    const before = new Set(ids().map(({ id }) => id));
    act();
    return ids()
      .filter(({ id }) => !before.has(id))
      .map(({ id }) => eventById(this.db, id)!);
  }
}
