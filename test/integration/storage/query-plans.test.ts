import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { actsInWork, extendAct, newestAct } from "../../../src/main/engine/db/acts/act.js";
import { deleteMemoriesOfRule, memoriesOf } from "../../../src/main/engine/db/alerts/alert-memory.js";
import { activeRulesOfProducts, rulesOfProduct } from "../../../src/main/engine/db/alerts/alert-rule.js";
import {
  nextSnoozeEndMs,
  productWithEndedSnooze,
  snoozedUntil,
} from "../../../src/main/engine/db/alerts/alert-snooze.js";
import { entryOfEvent, newestEntries, unannouncedEntries } from "../../../src/main/engine/db/alerts/inbox.js";
import { oldestUnprocessedEvent } from "../../../src/main/engine/db/alerts/received-event.js";
import {
  changesOfRound,
  isRoundWaiting,
  isWatchedByOwner,
  roundOfProduct,
} from "../../../src/main/engine/db/alerts/round.js";
import {
  decisiveJobMs,
  nextBatchJob,
  storedBatchBytes,
} from "../../../src/main/engine/db/batch/batch-job.js";
import { chargedProductIds } from "../../../src/main/engine/db/batch/batch-result.js";
import { deleteExpired } from "../../../src/main/engine/db/expired.js";
import {
  dueLinks,
  listedLinks,
  type NewLink,
  nextDueMs,
  openLink,
  postponeLink,
  reopenByKey,
  shownLinks,
  waitingHosts,
} from "../../../src/main/engine/db/intake/link.js";
import { countEntries, dueLists, nextListDueMs } from "../../../src/main/engine/db/intake/link-list.js";
import { findDeals } from "../../../src/main/engine/db/prices/deal.js";
import { offersOfProducts, returnableOffers } from "../../../src/main/engine/db/prices/offer.js";
import { lastChecksOfOffers } from "../../../src/main/engine/db/prices/offer-check.js";
import {
  firstPointTimes,
  lowestPrice,
  readColumnsByOffer,
  readPoints,
} from "../../../src/main/engine/db/prices/price-history.js";
import { findByIdentifier } from "../../../src/main/engine/db/products/identifier.js";
import { deleteProduct, productById, productIdByKey } from "../../../src/main/engine/db/products/product.js";
import { searchProductText } from "../../../src/main/engine/db/products/product-text.js";
import { reviewOfProduct } from "../../../src/main/engine/db/products/review.js";
import {
  existingSpelling,
  tagCounts,
  tagsOfProduct,
  tagsOfProducts,
  tagsToMerge,
} from "../../../src/main/engine/db/products/tag.js";
import { type ReadDb, write } from "../../../src/main/engine/db/store.js";
import { deleteUpstream } from "../../../src/main/engine/db/upstreams/upstream.js";
import {
  cadencesOfProduct,
  enabledLinkOfOffer,
  enabledLinkOfProduct,
  linkOfProduct,
  linkOfUpstream,
  offerOfUpstream,
} from "../../../src/main/engine/db/upstreams/upstream-link.js";
import {
  accountIdsWatching,
  dueSchedules,
  nextScheduleDueMs,
  overdueScheduleIds,
} from "../../../src/main/engine/db/watch/schedule.js";
import {
  countWatchedProducts,
  watchedProductsAfter,
  watchedProductsAmong,
} from "../../../src/main/engine/db/watch/watch-list.js";
import {
  cancelDeliveries,
  countPendingDeliveries,
  deliveryLog,
  dueDeliveries,
  nextDeliveryDueMs,
  webhooksWithDueDeliveries,
} from "../../../src/main/engine/db/webhooks/delivery.js";
import { deleteWebhook } from "../../../src/main/engine/db/webhooks/webhook.js";
import { identifierKinds } from "../../../src/main/engine/domain/identifier.js";
import {
  accountSummary,
  ensureDefaultAccount,
} from "../../../src/main/engine/operations/account/accounts.js";
import { createKey } from "../../../src/main/engine/operations/account/keys.js";
import { perform } from "../../../src/main/engine/operations/perform.js";
import { recordObservation } from "../../../src/main/engine/operations/prices/record.js";
import { createAuthenticator } from "../../../src/main/engine/operations/request/authenticate.js";
import { noEffects } from "../../../src/main/engine/operations/request/effects.js";
import { silentLog } from "../../../src/main/engine/process/log.js";
import { dealsRequest } from "../../../src/shared/contract/requests.js";
import { openTestStore, temporaryFolder } from "../../support/folder.js";
import { dealLine, importLines, nowMs, productLine } from "../catalogue/catalogue-files.js";

let db: ReadDb;

beforeEach(async () => {
  const folder = temporaryFolder();
  await importLines(openTestStore(folder), [productLine("a"), dealLine("d")]);
  // A new connection, which has not prepared any statement yet.
  db = openTestStore(folder);
});

/** The plan steps of every statement that `query` runs for the first time. */
function collectPlans(query: () => unknown): string[] {
  const spy = vi.spyOn(db.connection, "prepare");
  query();
  const statements = spy.mock.calls
    .map(([sql]) => sql)
    .filter((sql) => /^\s*(SELECT|UPDATE|DELETE)/.test(sql));
  spy.mockRestore();
  expect(statements.length).toBeGreaterThan(0);
  return statements.flatMap((sql) => {
    const values = Array.from(sql.matchAll(/\?/g), () => null);
    const named = Array.from(sql.matchAll(/(?<!\w):(\w+)/g), ([, name]) => [name, null]);
    const plan = db.connection.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`);
    return plan.all(...values, Object.fromEntries(named)).map(({ detail }) => detail);
  });
}

/** Steps that scan a whole table, or sort rows that an index could return in order. */
function wastefulSteps(plan: readonly string[]): string[] {
  return plan.filter(
    (step) => /^SCAN (?!CONSTANT|product_text|json_each|\()/.test(step) || step.includes("ORDER BY"),
  );
}

describe("query plans", () => {
  it.each(Object.keys(identifierKinds) as (keyof typeof identifierKinds)[])(
    "a product is found by its %s through the primary key",
    (kind) => {
      const plan = collectPlans(() => findByIdentifier(db, kind, "x"));
      expect(plan.join("\n")).toMatch(/SEARCH identifier USING PRIMARY KEY \(kind=\? AND value=\?\)/);
      expect(plan.filter((step) => step.startsWith("SCAN"))).toEqual([]);
    },
  );

  it("links are found through indexes", () => {
    const page = { after: 0, limit: 200, states: null };
    const plan = collectPlans(() => [
      listedLinks(db, 1, page),
      shownLinks(db, 1, 500),
      waitingHosts(db, nowMs),
    ]);
    expect(plan.filter((step) => step.startsWith("SCAN"))).toEqual([
      "SCAN json_each VIRTUAL TABLE INDEX 1:",
      "SCAN link USING COVERING INDEX link_waiting",
    ]);
  });

  it("a product's offers are found through an index", () => {
    const plan = collectPlans(() => returnableOffers(db, 1, null));
    expect(plan[0]).toBe("SEARCH offer USING INDEX offer_product (product_id=?)");
  });

  it("a window of a history is read through the primary key", () => {
    const plan = collectPlans(() => readPoints(db, 1, 0, 1));
    const byKey = /^SEARCH price_block USING PRIMARY KEY \(offer_id=\? AND from_at[<>]/;
    expect(plan).toContainEqual(expect.stringMatching(byKey));
    expect(wastefulSteps(plan)).toEqual([]);
  });

  it("expired deliveries, and events without one, are found through an index", () => {
    const plan = collectPlans(() => deleteExpired(db, nowMs));
    expect(plan.filter((step) => step.startsWith("SCAN delivery"))).toEqual([]);
    expect(plan).toContainEqual(expect.stringMatching(/^SEARCH delivery USING.* delivery_ended /));
  });

  it.each([
    ["hot", "deal_hot"],
    ["new", "deal_new"],
  ])("deals in the order %s are read from an index", (sort, index) => {
    const plan = collectPlans(() => findDeals(db, dealsRequest.parse({ sort }), 0));
    expect(plan.join("\n")).toContain(`deal USING INDEX ${index}`);
    expect(plan.join("\n")).not.toContain("ORDER BY");
  });

  it.each(["top-hour", "top-day", "top-week"])(
    "deals in the order %s are found without a table scan",
    (sort) => {
      const plan = collectPlans(() => findDeals(db, dealsRequest.parse({ sort }), 0));
      expect(plan.filter((step) => step.startsWith("SCAN"))).toEqual([]);
    },
  );

  it.each<[string, () => unknown]>([
    ["product by its row id", () => productById(db, 1)],
    ["product by its key", () => productIdByKey(db, "x")],
    ["review", () => reviewOfProduct(db, 1)],
    ["account", () => accountSummary(db, "default", nowMs)],
    ["full text", () => searchProductText(db, ["copper", "kettle", "whistle"], { limit: 20, offset: 0 })],
    [
      "observation",
      () =>
        write(db, (tx) =>
          recordObservation(tx, { offerId: 1, priceMinor: 1_500, availability: 1, atMs: nowMs }),
        ),
    ],
  ])("no table is scanned for: %s", (_case, query) => {
    expect(collectPlans(query).filter((step) => /^SCAN (?!CONSTANT|product_text|\()/.test(step))).toEqual([]);
  });

  it("a key is authenticated and a request charged through indexes", () => {
    const context = { db, clock: { now: () => nowMs }, randomBytes, log: silentLog, effects: noEffects };
    const { account } = ensureDefaultAccount(db, nowMs);
    const { key } = createKey(context, account.id, { name: "", isReadOnly: false });
    const plan = collectPlans(() => {
      createAuthenticator(db)({ authorization: `Bearer ${key}`, apiKeyParameter: null });
      const call = { operation: "offers.get", input: () => ({ ids: ["product/test/a"] }) } as const;
      expect(perform(context, { caller: { kind: "owner", accountId: account.id }, call }).ok).toBe(true);
    });
    expect(plan.join("\n")).toContain("SEARCH api_key USING INDEX");
    expect(plan.filter((step) => step.startsWith("SCAN"))).toEqual([]);
  });

  // These partial indexes hold only the rows in question, so scanning them is fine.
  const unexpectedSteps = (plan: readonly string[]) =>
    wastefulSteps(plan).filter(
      (step) => !/USING (COVERING )?INDEX (inbox_|received_event_waiting|batch_job_unfinished)/.test(step),
    );

  it.each<[string, () => unknown]>([
    ["upstream of an offer", () => enabledLinkOfOffer(db, "x")],
    ["upstream's product", () => [linkOfProduct(db, 1, 1), linkOfUpstream(db, 1, "x")]],
    ["upstream of a product", () => enabledLinkOfProduct(db, 1)],
    ["upstream's offer", () => offerOfUpstream(db, 1, "x")],
    ["schedules of a product", () => cadencesOfProduct(db, 1)],
    ["removed upstream", () => write(db, (tx) => deleteUpstream(tx, 1))],
    ["next batch job", () => nextBatchJob(db)],
    ["what an account's batch jobs take", () => [storedBatchBytes(db, 1, 0), decisiveJobMs(db, 1, 0)]],
    ["batch job's charges", () => chargedProductIds(db, "x")],
    ["waiting links of lists", () => [dueLinks(db, { host: "x", nowMs, limit: 50 }), nextDueMs(db, 1)]],
    ["links with the same address", () => write(db, (tx) => reopenByKey(tx, 1, nowMs))],
    [
      "open link with an address",
      () => openLink(db, { accountId: 1, client: "window", key: "x" } as NewLink),
    ],
    [
      "links that wait with their shop",
      () =>
        write(db, (tx) =>
          postponeLink(
            tx,
            { id: 1, host: "x" },
            { dueMs: 1, isRequested: true, isFailure: false, isForShop: true, reason: "" },
          ),
        ),
    ],
    ["counts of a list", () => countEntries(db, 1)],
    ["due followed pages", () => [dueLists(db, nowMs), nextListDueMs(db, nowMs)]],
    ["due schedules", () => dueSchedules(db, nowMs, 16)],
    ["overdue schedules", () => overdueScheduleIds(db, nowMs)],
    ["next schedule", () => nextScheduleDueMs(db, nowMs)],
    ["accounts that watch a product", () => accountIdsWatching(db, 1)],
    ["due deliveries", () => dueDeliveries(db, "x", nowMs, 8)],
    ["delivery log", () => deliveryLog(db, "x", 50)],
    ["waiting deliveries", () => countPendingDeliveries(db, "x")],
    ["cancelled deliveries", () => write(db, (tx) => cancelDeliveries(tx, "x", nowMs))],
    ["deleted webhook", () => write(db, (tx) => deleteWebhook(tx, "x"))],
    ["deleted product", () => write(db, (tx) => deleteProduct(tx, 0))],
    ["waiting received event", () => oldestUnprocessedEvent(db, nowMs)],
    ["alert rules of a product and global rules", () => [rulesOfProduct(db, 1), rulesOfProduct(db, null)]],
    ["rule memories of a product", () => memoriesOf(db, "product/test/a", 1)],
    ["memories of a rule", () => write(db, (tx) => deleteMemoriesOfRule(tx, 0))],
    ["the latest act of a client", () => newestAct(db, { accountId: 1, client: "window" }, 0)],
    ["acts in work", () => actsInWork(db)],
    ["act that takes effect after all others", () => write(db, (tx) => extendAct(tx, 1, "rules.save", 1))],
    [
      "end of a snooze",
      () => [snoozedUntil(db, 1, nowMs), productWithEndedSnooze(db, nowMs), nextSnoozeEndMs(db, nowMs)],
    ],
    ["entry of an event", () => entryOfEvent(db, "x")],
    ["entries to announce", () => unannouncedEntries(db, 50)],
    [
      "round of a product",
      () => [roundOfProduct(db, 1), changesOfRound(db, 1), isRoundWaiting(db, 1, { nowMs, maxMs: 1 })],
    ],
    ["page of the inbox", () => newestEntries(db, 50)],
  ])("no table is scanned and nothing sorted for: %s", (_case, query) => {
    expect(unexpectedSteps(collectPlans(query))).toEqual([]);
  });

  // The requested ids are a table themselves, which is scanned and sorted.
  const unexpectedListSteps = (plan: readonly string[]) =>
    wastefulSteps(plan).filter(
      (step) => !step.startsWith("SCAN wanted") && step !== "USE TEMP B-TREE FOR ORDER BY",
    );
  const page = { accountId: 1, after: 0, limit: 500 };

  it.each<[string, () => unknown]>([
    ["page of the watch list", () => watchedProductsAfter(db, page, nowMs)],
    [
      "rows of the watch list",
      () => [watchedProductsAmong(db, 1, ["x"], nowMs), countWatchedProducts(db, 1)],
    ],
    ["offers and checks of many products", () => [offersOfProducts(db, [1]), lastChecksOfOffers(db, [1])]],
    ["rules and tags of many products", () => [activeRulesOfProducts(db, [1]), tagsOfProducts(db, 1, [1])]],
    ["histories of many offers", () => [readColumnsByOffer(db, [1], 5), firstPointTimes(db, [1])]],
    ["lowest price of an offer", () => lowestPrice(db, 1, nowMs)],
    [
      "tags",
      () => [tagsOfProduct(db, 1, 1), tagCounts(db, 1), existingSpelling(db, 1, "x"), tagsToMerge(db, 1, 2)],
    ],
  ])("nothing but the requested ids is scanned for: %s", (_case, query) => {
    expect(unexpectedListSteps(collectPlans(query))).toEqual([]);
  });

  it("a page of the watch list is read in order through the primary key", () => {
    const plan = collectPlans(() => watchedProductsAfter(db, page, nowMs));
    expect(plan[0]).toBe("SEARCH schedule USING INTEGER PRIMARY KEY (rowid>?)");
    expect(plan.filter((step) => step.includes("ORDER BY"))).toEqual([]);
  });

  it("whether the owner watches a product is looked up by its own row, not among all schedules", () => {
    expect(collectPlans(() => isWatchedByOwner(db, 1))[0]).toContain("(account_id=? AND product_id=?)");
  });

  it("webhooks with due deliveries and the time of the next one are found through an index", () => {
    const plan = collectPlans(() => [
      webhooksWithDueDeliveries(db, nowMs),
      nextDeliveryDueMs(db, nowMs),
    ]).join("\n");
    expect(plan).toMatch(
      /SEARCH d (EXISTS )?USING COVERING INDEX delivery_due \(webhook_id=\? AND due_at<\?\)/,
    );
    expect(plan).toContain("SEARCH d USING COVERING INDEX delivery_due (webhook_id=? AND due_at>?)");
  });
});
