import { describe, expect, it } from "vitest";
import { type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import {
  type AccountChange,
  setAccount,
} from "../../../../../src/main/engine/operations/account/accounts.js";
import {
  type AccountState,
  buildMeta,
  canSpendCredits,
  chargeRequest,
  checkCredits,
  checkRate,
  checkSubscription,
  currentRate,
  readAccountState,
} from "../../../../../src/main/engine/operations/request/account-state.js";
import { ContractError } from "../../../../../src/main/engine/operations/request/contract-error.js";
import { DAY_MS, HOUR_MS } from "../../../../../src/shared/time.js";
import { openTestStore } from "../../../../support/folder.js";

const nowMs = Date.UTC(2026, 10, 21);
const accountId = 1;
const hourlyLimit = 1_000;

function setUp(change: AccountChange = {}): ReadDb {
  const db = openTestStore();
  setAccount(db, "default", { planCredits: 100, ...change }, nowMs);
  return db;
}

const read = (db: ReadDb, atMs = nowMs) => readAccountState(db, accountId, atMs);

/** Makes requests one after another; returns the rate after the last. */
function makeRequests(db: ReadDb, atMs: number, { count = 1, credits = 0 } = {}) {
  return write(db, (tx) => {
    const charge = () => chargeRequest(tx, readAccountState(tx, accountId, atMs), credits);
    for (let i = 1; i < count; i++) charge();
    return charge();
  });
}

/** The refusal of a check; `null` if it passes. */
function refusal(check: () => void) {
  try {
    check();
    return null;
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    const { code, message, retryAfterSeconds } = error;
    return { code, message, retryAfterSeconds };
  }
}

describe("the rolling hour of an account", () => {
  it("a request takes one of the hour's, and the first one starts the hour", () => {
    const db = setUp();
    expect(currentRate(read(db))).toEqual({ limit: hourlyLimit, remaining: 1_000, resetSeconds: 0 });
    expect(makeRequests(db, nowMs)).toEqual({ limit: hourlyLimit, remaining: 999, resetSeconds: 3_600 });
    const later = nowMs + 90_000;
    expect(makeRequests(db, later)).toEqual({ limit: hourlyLimit, remaining: 998, resetSeconds: 3_510 });
    expect(currentRate(read(db, later))).toEqual({
      limit: hourlyLimit,
      remaining: 998,
      resetSeconds: 3_510,
    });
  });

  it("a request is refused after a thousand others, until an hour after the first of them", () => {
    const db = setUp();
    makeRequests(db, nowMs, { count: hourlyLimit - 1 });
    expect(refusal(() => checkRate(read(db)))).toBeNull();
    makeRequests(db, nowMs);
    const later = nowMs + 600_000;
    expect(refusal(() => checkRate(read(db, later)))).toEqual({
      code: "ERR_RATE_LIMIT",
      message: "All 1000 requests of this rolling hour are used up; the next one is possible in 3000 s.",
      retryAfterSeconds: 3_000,
    });
    expect(currentRate(read(db, later)).remaining).toBe(0);
    expect(canSpendCredits(db, accountId, later)).toBe(false);
    expect(refusal(() => checkRate(read(db, nowMs + HOUR_MS)))).toBeNull();
    expect(canSpendCredits(db, accountId, nowMs + HOUR_MS)).toBe(true);
  });

  it("an account that does not exist has no rolling hour", () => {
    expect(() => readAccountState(setUp(), 7, nowMs)).toThrow("Account 7 does not exist.");
  });
});

describe("the subscription of an account", () => {
  it.each<[string, AccountChange, { code: string; message: string } | null]>([
    ["an active plan", { status: "active" }, null],
    ["a plan unpaid for a week", { status: "past_due", pastDueSinceMs: nowMs - 7 * DAY_MS }, null],
    [
      "no plan",
      { status: "none" },
      { code: "ERR_SUBSCRIPTION_REQUIRED", message: "The account has no plan." },
    ],
    [
      "a canceled plan",
      { status: "canceled" },
      { code: "ERR_SUBSCRIPTION_INACTIVE", message: "The account's plan is canceled." },
    ],
    [
      "a plan unpaid for longer",
      { status: "past_due", pastDueSinceMs: nowMs - 8 * DAY_MS },
      {
        code: "ERR_SUBSCRIPTION_INACTIVE",
        message: "The account's plan has been unpaid for more than a week.",
      },
    ],
  ])("requests with %s are allowed or refused with the reason", (_case, change, expected) => {
    const db = setUp(change);
    const refused = refusal(() => checkSubscription(read(db), nowMs));
    expect(refused).toEqual(expected === null ? null : { ...expected, retryAfterSeconds: null });
    expect(canSpendCredits(db, accountId, nowMs)).toBe(expected === null);
  });
});

describe("the credits of an account", () => {
  it("credits cover requests up to the last one", () => {
    const db = setUp({ planCredits: 4, bonusCredits: 3 });
    expect(refusal(() => checkCredits(read(db), 7))).toBeNull();
    expect(refusal(() => checkCredits(read(db), 8))).toEqual({
      code: "ERR_CREDITS_EXHAUSTED",
      message: "The request costs 8 credits, but 7 are left in this billing period.",
      retryAfterSeconds: null,
    });
    makeRequests(db, nowMs, { credits: 6 });
    expect(canSpendCredits(db, accountId, nowMs)).toBe(true);
    makeRequests(db, nowMs, { credits: 1 });
    expect(canSpendCredits(db, accountId, nowMs)).toBe(false);
    expect(read(db).usage).toMatchObject({ creditsUsed: 7, requestsMade: 2 });
    expect(refusal(() => checkCredits(read(db), 0))).toBeNull();
    expect(refusal(() => checkCredits(read(db), 1))?.message).toBe(
      "The request costs 1 credit, but 0 are left in this billing period.",
    );
  });

  it("credits used beyond a plan that has shrunk leave none, rather than a debt", () => {
    const state = read(setUp({ planCredits: 4, creditsUsed: 9 }));
    expect(refusal(() => checkCredits(state, 0))).toBeNull();
    expect(refusal(() => checkCredits(state, 2))?.message).toContain("2 credits, but 0 are left");
    expect(creditsRemaining(state, 0)).toBe(0);
  });

  it("credits are reported as they are after the request", () => {
    const state = read(setUp({ planCredits: 10, creditsUsed: 3 }));
    const rate = { limit: hourlyLimit, remaining: 12, resetSeconds: 5 };
    expect(buildMeta("req_1", state, 5, rate)).toEqual({
      request_id: "req_1",
      credits_used: 5,
      credits_remaining: 2,
      rate_limit_remaining: 12,
    });
    expect(creditsRemaining(state, 7)).toBe(0);
  });

  it("credits return with the next billing period", () => {
    const db = setUp({ creditsUsed: 100 });
    expect(canSpendCredits(db, accountId, nowMs)).toBe(false);
    expect(canSpendCredits(db, accountId, read(db).period.endMs)).toBe(true);
  });
});

function creditsRemaining(state: AccountState, credits: number): number {
  return buildMeta("req_1", state, credits, currentRate(state)).credits_remaining;
}
