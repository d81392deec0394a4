import { beforeEach, describe, expect, it } from "vitest";
import { allRows, write } from "../../../../../src/main/engine/db/store.js";
import { deleteSchedule } from "../../../../../src/main/engine/db/watch/schedule.js";
import { endSnoozes } from "../../../../../src/main/engine/operations/alerts/end-snoozes.js";
import { snoozeProduct } from "../../../../../src/main/engine/operations/alerts/rules.js";
import { MINUTE_MS } from "../../../../../src/shared/time.js";
import { productKey, startMs, target, WatchedProduct } from "./watched-product.js";

const otherKey = "product/q/1";
let product: WatchedProduct;

beforeEach(async () => {
  product = await WatchedProduct.open();
});

const snooze = (minutes: number, key = productKey) =>
  snoozeProduct(product.context, {
    product_key: key,
    until: new Date(startMs + minutes * MINUTE_MS).toISOString(),
  });
const endedAt = (minutes: number) => {
  product.at(minutes);
  return [...endSnoozes(product.context)];
};
const snoozeCount = () => allRows(product.db, "SELECT 1 FROM alert_snooze").length;

describe("the end of a snooze", () => {
  it("alerts once, when the snooze ends, to a target that was reached meanwhile", () => {
    product.save(target(95));
    snooze(60);
    product.at(1).observe(9_000);
    expect(product.finishCheck()).toBeNull();
    expect(endedAt(59)).toEqual([]);
    expect(endedAt(60)).toMatchObject([
      {
        type: "schedule_completion",
        is_test: false,
        reason: "$90.00 at shop.example, under your target of $95.00, was $100.00 (−10%)",
        data: { product: { service: productKey }, price: { current: 90, previous: null } },
        received_at: "2026-06-15T13:00:00.000Z",
      },
    ]);
    expect(endedAt(61)).toEqual([]);
    expect(product.finishCheck()).toBeNull();
  });

  it("alerts for the product that has a reason, whatever other snoozes end with it", async () => {
    await product.addProduct(otherKey, [{ id: "q" }]);
    product.save(target(95));
    snooze(30, otherKey);
    snooze(60);
    product.at(1).observe(9_000);
    expect(endedAt(90)).toMatchObject([{ data: { product: { service: productKey } } }]);
    expect(snoozeCount()).toBe(0);
  });

  it("does not alert for a product that is no longer watched", () => {
    product.save(target(150));
    snooze(60);
    write(product.db, (tx) => deleteSchedule(tx, product.accountId, product.idOf(productKey)));
    expect(endedAt(60)).toEqual([]);
    expect(snoozeCount()).toBe(0);
  });
});
