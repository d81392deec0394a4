import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import {
  type Account,
  AccountLedger,
  accountById,
  insertAccount,
  rateSlotAt,
  refundCredits,
  saveUsage,
  usageOfPeriod,
} from "../../../../../src/main/engine/db/accounts/account.js";
import { allRows, type ReadDb, type WriteDb, write } from "../../../../../src/main/engine/db/store.js";
import { openTestStore, withRollback } from "../../../../support/folder.js";

const plan = {
  status: "active",
  planCredits: 100,
  bonusCredits: 5,
  pastDueSinceMs: null,
  planStartedMs: 0,
} as const;

let db: ReadDb;
let id: number;

beforeEach(() => {
  db = openTestStore();
  id = write(db, (tx) => insertAccount(tx, { ...plan, name: "default", createdMs: 0 }));
});

function account(tx: ReadDb): Account {
  const found = accountById(tx, id);
  if (found === undefined) throw new Error("The account is missing.");
  return found;
}

/** Records a request that uses credits in a period. */
function spend(tx: WriteDb, startMs: number, credits: number): void {
  const { creditsUsed, requestsMade } = usageOfPeriod(tx, account(tx), startMs);
  const usage = { startMs, creditsUsed: creditsUsed + credits, requestsMade: requestsMade + 1 };
  const ring = { head: 1, tail: 0, lastAtMs: startMs };
  const ledger = new AccountLedger(tx);
  ledger.count(account(tx), { ring, slot: 0, atMs: startMs }, usage);
  ledger.save();
}

it("an account has a unique name and no negative credits", () => {
  const insert = (tx: WriteDb, changed: object) =>
    insertAccount(tx, { ...plan, name: "other", createdMs: 0, ...changed });
  withRollback(db, (tx) => {
    expect(() => insert(tx, { name: "default" })).toThrow("UNIQUE");
    expect(() => insert(tx, { planCredits: -1 })).toThrow("CHECK");
    expect(() => insert(tx, { bonusCredits: -1 })).toThrow("CHECK");
  });
});

it("an account's rolling hour moves back with the clock, without another account's", () => {
  withRollback(db, (tx) => {
    const other = insertAccount(tx, { ...plan, name: "other", createdMs: 0 });
    const ledger = new AccountLedger(tx);
    const ring = { head: 1, tail: 0, lastAtMs: 5_000 };
    const usage = { startMs: 0, creditsUsed: 1, requestsMade: 1 };
    ledger.count(account(tx), { ring, slot: 0, atMs: 5_000 }, usage);
    ledger.shiftBack(other, 1);
    ledger.shiftBack(id, 2_000);
    expect(rateSlotAt(tx, id, 0)).toBe(3_000);
    expect(ledger.account(id)?.ring.lastAtMs).toBe(3_000);
    ledger.save();
    expect(account(tx).ring.lastAtMs).toBe(3_000);
  });
});

it("the usage is stored for each period, whatever order the clock visits them in", () => {
  const period = fc.constantFrom(1_000, 2_000, 3_000);
  const visit = fc.record({ startMs: period, credits: fc.nat(20), isSet: fc.boolean() });
  fc.assert(
    fc.property(fc.array(visit, { maxLength: 20 }), (visits) => {
      withRollback(db, (tx) => {
        const model = new Map<number, { creditsUsed: number; requestsMade: number }>();
        for (const { startMs, credits, isSet } of visits) {
          const before = model.get(startMs) ?? { creditsUsed: 0, requestsMade: 0 };
          if (isSet) {
            const set = { ...before, creditsUsed: credits };
            saveUsage(tx, account(tx), { startMs, ...set });
            model.set(startMs, set);
          } else {
            spend(tx, startMs, credits);
            model.set(startMs, {
              creditsUsed: before.creditsUsed + credits,
              requestsMade: before.requestsMade + 1,
            });
          }
        }
        for (const startMs of [1_000, 2_000, 3_000])
          expect(usageOfPeriod(tx, account(tx), startMs)).toEqual({
            startMs,
            ...(model.get(startMs) ?? { creditsUsed: 0, requestsMade: 0 }),
          });
      });
    }),
  );
});

interface SharedRequest {
  readonly isOther: boolean;
  readonly startMs: number;
  readonly credits: number;
  readonly setBackMs: number;
}

/** Counts a request, after the clock was set back or not. */
function countIn(
  ledger: AccountLedger,
  accountId: number,
  { startMs, credits, setBackMs }: SharedRequest,
): void {
  if (setBackMs > 0) ledger.shiftBack(accountId, setBackMs);
  const counted = ledger.account(accountId) ?? account(ledger.tx);
  const { head, lastAtMs } = counted.ring;
  const { creditsUsed, requestsMade } = usageOfPeriod(ledger.tx, counted, startMs);
  ledger.count(
    counted,
    { ring: { head: head + 1, tail: 0, lastAtMs: lastAtMs + 1_000 }, slot: head, atMs: lastAtMs + 1_000 },
    { startMs, creditsUsed: creditsUsed + credits, requestsMade: requestsMade + 1 },
  );
}

it("requests that share a ledger leave their accounts as requests with one each do", () => {
  const request: fc.Arbitrary<SharedRequest> = fc.record({
    isOther: fc.boolean(),
    startMs: fc.constantFrom(1_000, 2_000, 3_000),
    credits: fc.nat(20),
    setBackMs: fc.constantFrom(0, 0, 0, 500),
  });
  fc.assert(
    fc.property(fc.array(request, { maxLength: 20 }), (requests) => {
      const leave = (isShared: boolean) =>
        withRollback(db, (tx) => {
          const other = insertAccount(tx, { ...plan, name: "other", createdMs: 0 });
          let ledger = new AccountLedger(tx);
          for (const each of requests) {
            countIn(ledger, each.isOther ? other : id, each);
            if (isShared) continue;
            ledger.save();
            ledger = new AccountLedger(tx);
          }
          ledger.save();
          return ["account", "rate_slot", "usage_period"].map((table) =>
            allRows(tx, `SELECT * FROM ${table}`),
          );
        });
      expect(leave(true)).toEqual(leave(false));
    }),
  );
});

it("the usage of a period is archived only when another period follows", () => {
  withRollback(db, (tx) => {
    const archived = () => allRows(tx, "SELECT started_at, credits_used FROM usage_period");
    for (const credits of [3, 4]) spend(tx, 1_000, credits);
    expect(archived()).toEqual([]);
    spend(tx, 2_000, 5);
    expect(archived()).toEqual([{ started_at: 1_000, credits_used: 7 }]);
  });
});

it.each([
  ["the latest period", 2_000, [3, 6]],
  ["an earlier period", 1_000, [1, 8]],
  ["a period without requests", 3_000, [3, 8]],
])("the usage falls by the credits refunded to %s", (_case, startMs, expected) => {
  withRollback(db, (tx) => {
    spend(tx, 1_000, 3);
    spend(tx, 2_000, 8);
    refundCredits(tx, id, startMs, 2);
    expect([1_000, 2_000].map((each) => usageOfPeriod(tx, account(tx), each).creditsUsed)).toEqual(expected);
  });
});

it("the usage is never negative, however many credits are refunded", () => {
  withRollback(db, (tx) => {
    for (const startMs of [1_000, 2_000]) spend(tx, startMs, 3);
    for (const startMs of [1_000, 2_000]) refundCredits(tx, id, startMs, 4);
    for (const startMs of [1_000, 2_000])
      expect(usageOfPeriod(tx, account(tx), startMs)).toEqual({ startMs, creditsUsed: 0, requestsMade: 1 });
  });
});
