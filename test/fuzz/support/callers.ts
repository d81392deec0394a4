import { randomBytes } from "node:crypto";
import { accountByName } from "../../../src/main/engine/db/accounts/account.js";
import { change, getRow, type ReadDb, write } from "../../../src/main/engine/db/store.js";
import { type AccountChange, setAccount } from "../../../src/main/engine/operations/account/accounts.js";
import { createKey, revokeApiKey } from "../../../src/main/engine/operations/account/keys.js";
import { silentLog } from "../../../src/main/engine/process/log.js";

/** Accounts, each of which gets other responses. */
const accounts = {
  rich: { planCredits: 1_000_000_000, status: "active" },
  "read-only": { planCredits: 1_000_000_000, status: "active" },
  poor: { planCredits: 40, status: "trialing" },
  throttled: { planCredits: 1_000_000, status: "active" },
  unplanned: { status: "none" },
  canceled: { status: "canceled" },
  revoked: { planCredits: 1_000_000, status: "active" },
} as const satisfies Readonly<Record<string, AccountChange>>;

export type CallerName = keyof typeof accounts;
export const callerNames = Object.keys(accounts) as CallerName[];

/** The others are meant to exceed the rate limit. */
const unlimited: readonly CallerName[] = ["rich", "read-only", "unplanned", "canceled"];
const requestsPerRateReset = 300;

interface Usage {
  requests: number;
  credits: number;
}

/** Adds up the usage that responses report, to compare it with the engine's ledger. */
export class Callers {
  readonly #db: ReadDb;
  readonly #keys = new Map<CallerName, string>();
  readonly #usage = new Map<CallerName, Usage>();
  #countedSinceReset = 0;

  constructor(db: ReadDb) {
    this.#db = db;
    const context = { db, clock: { now: Date.now }, randomBytes, log: silentLog };
    for (const name of callerNames) {
      setAccount(db, name, accounts[name], Date.now());
      const { key, id } = createKey(context, this.#accountId(name), {
        name,
        isReadOnly: name === "read-only",
      });
      if (name === "revoked") revokeApiKey(context, this.#accountId(name), id);
      this.#keys.set(name, key);
      this.#usage.set(name, { requests: 0, credits: 0 });
    }
  }

  #accountId(name: CallerName): number {
    return accountByName(this.#db, name)?.id ?? -1;
  }

  keyOf(name: CallerName): string {
    return this.#keys.get(name)!;
  }

  /** Counts a response. The ledger omits requests that are refused for rate or credits (contract §7, rule 4). */
  count(name: CallerName, { status, credits }: { readonly status: number; readonly credits: number }): void {
    const usage = this.#usage.get(name);
    if (usage === undefined || status === 401) return;
    if (status !== 429) usage.requests++;
    usage.credits += credits;
    if (++this.#countedSinceReset >= requestsPerRateReset) this.resetRateLimits();
  }

  resetRateLimits(): void {
    this.#countedSinceReset = 0;
    write(this.#db, (tx) => {
      for (const name of unlimited)
        change(tx, "UPDATE account SET rate_tail = rate_head WHERE name = ?", name);
    });
  }

  /** Batch jobs are charged after their response. */
  #batchCredits(name: CallerName): number {
    return (
      getRow<{ sum: number | null }>(
        this.#db,
        "SELECT sum(credits) AS sum FROM batch_charge JOIN batch_job ON id = job_id WHERE account_id = ?",
        this.#accountId(name),
      )?.sum ?? 0
    );
  }

  /** Differences between the ledger and the responses. */
  findLedgerErrors(): string[] {
    return callerNames.flatMap((name) => {
      const ledger = accountByName(this.#db, name)?.latestUsage ?? { requestsMade: -1, creditsUsed: -1 };
      const usage = this.#usage.get(name) ?? { requests: 0, credits: 0 };
      const credits = usage.credits + this.#batchCredits(name);
      if (ledger.requestsMade === usage.requests && ledger.creditsUsed === credits) return [];
      return [
        `The ledger of ${name} has ${ledger.requestsMade} requests and ${ledger.creditsUsed} credits; ` +
          `the responses have ${usage.requests} and ${credits}.`,
      ];
    });
  }
}
