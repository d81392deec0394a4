import { expect, it } from "vitest";
import type { Usage } from "../../src/shared/contract/usage.js";
import { DAY_MS } from "../../src/shared/time.js";
import { products } from "../support/catalogue.js";
import { testStartIso } from "../support/clock.js";
import { createAccountKey, expectError, expectOk, setupEngine } from "../support/contract.js";

const engine = setupEngine(products);

async function getUsage(key: string): Promise<Usage> {
  return expectOk(await engine().get("/usage", { key })).body.data as unknown as Usage;
}

function createKeyWith(name: string, change: Parameters<ReturnType<typeof engine>["setAccount"]>[0]): string {
  engine().setAccount(change, name);
  return engine().createKey({ account: name }).key;
}

it("reports the current period [§4 GET /usage; §2 Usage; decision 34]", async () => {
  const key = createKeyWith("report", {
    planCredits: 300,
    bonusCredits: 100,
    planStartedMs: Date.parse("2026-03-10"),
  });
  await engine().get("/products/search?q=harbor&limit=7", { key });
  expect(await getUsage(key)).toEqual({
    current_period: {
      start_date: "2026-06-10",
      end_date: "2026-07-09",
      credits_used: 7,
      credits_limit: 400,
      credits_remaining: 393,
      requests_made: 2,
    },
    usage_percentage: 1.75,
    subscription_required: false,
    subscription_status: "active",
  });
});

it("rounds the percentage to two decimals, and reports 0 for a limit of 0 [decision 34]", async () => {
  const key = createKeyWith("thirds", { planCredits: 3 });
  await engine().get("/products?ids=AH-100", { key });
  expect((await getUsage(key)).usage_percentage).toBe(33.33);
  expect((await getUsage(createKeyWith("zero", { planCredits: 0 }))).usage_percentage).toBe(0);
});

it("counts authenticated requests, except those answered 429 [decision 45; decision 34]", async () => {
  const key = createAccountKey(engine(), 1);
  await engine().get("/products?ids=AH-100", { key });
  expectError(await engine().get("/products?ids=AH-100", { key }), "ERR_CREDITS_EXHAUSTED");
  await engine().get("/products", { key });
  await engine().get("/nowhere", { key });
  await engine().get("/usage", { key, method: "POST" });
  expect((await getUsage(key)).current_period.requests_made).toBe(5);
});

it("starts a new period on the plan's day of each month [decision 34]", async () => {
  const key = createKeyWith("months", { planCredits: 10, planStartedMs: Date.parse("2026-06-01") });
  await engine().get("/products?ids=AH-100", { key });
  engine().clock.set("2026-06-30T23:59:59.999Z");
  expect((await getUsage(key)).current_period).toMatchObject({
    start_date: "2026-06-01",
    end_date: "2026-06-30",
    credits_used: 1,
  });
  engine().clock.advance(1);
  expect((await getUsage(key)).current_period).toEqual({
    start_date: "2026-07-01",
    end_date: "2026-07-31",
    credits_used: 0,
    credits_limit: 10,
    credits_remaining: 10,
    requests_made: 1,
  });
  engine().clock.set(testStartIso);
});

it("reports credits that were set as used [decision 46]", async () => {
  const key = createKeyWith("preset", { planCredits: 100, creditsUsed: 40 });
  expect((await getUsage(key)).current_period).toMatchObject({
    credits_used: 40,
    credits_remaining: 60,
  });
  engine().setAccount({ creditsUsed: 95 }, "preset");
  expectError(await engine().get("/products/search?q=harbor&limit=6", { key }), "ERR_CREDITS_EXHAUSTED");
  expectOk(await engine().get("/products/search?q=harbor&limit=5", { key }));
});

it("reports the status of a plan in effect [§2 Usage]", async () => {
  for (const status of ["active", "trialing", "past_due"] as const)
    expect(await getUsage(createKeyWith(`state-${status}`, { status, planCredits: 5 }))).toMatchObject({
      subscription_status: status,
      subscription_required: false,
      current_period: { credits_limit: 5 },
    });
});

it("reports no credits and a required subscription without a plan [§2 Usage; decision 39]", async () => {
  for (const status of ["none", "canceled"] as const)
    expect(await getUsage(createKeyWith(`state-${status}`, { status, planCredits: 5 }))).toMatchObject({
      subscription_status: null,
      subscription_required: true,
      usage_percentage: 0,
      current_period: { credits_limit: 0, credits_remaining: 0 },
    });
});

it("reports a plan past due for more than a week as past_due and required [decision 39]", async () => {
  const weekAgoMs = engine().clock.now() - 7 * DAY_MS;
  const usage = (name: string, pastDueSinceMs: number) =>
    getUsage(createKeyWith(name, { status: "past_due", pastDueSinceMs, planCredits: 5 }));
  expect(await usage("due", weekAgoMs)).toMatchObject({ subscription_required: false });
  expect(await usage("long-due", weekAgoMs - 1)).toMatchObject({
    subscription_status: "past_due",
    subscription_required: true,
    current_period: { credits_limit: 0, credits_remaining: 0 },
  });
});
