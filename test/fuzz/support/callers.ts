import { randomBytes } from "node:crypto";
import { accountByName } from "../../../src/main/engine/db/account.js";
import { change, getRow, type ReadDb, write } from "../../../src/main/engine/db/store.js";
import { type AccountChange, setAccount } from "../../../src/main/engine/operations/account/accounts.js";
import { createKey, revokeApiKey } from "../../../src/main/engine/operations/account/keys.js";
import { silentLog } from "../../../src/main/engine/process/log.js";

/** Who asks: each of them gets other answers. */
export const callerNames = ["rich", "reader", "poor", "tired", "unplanned", "canceled", "revoked"] as const;
export type CallerName = (typeof callerNames)[number];

const plans: Readonly<Record<CallerName, AccountChange>> = {
  rich: { planCredits: 1_000_000_000, status: "active" },
  reader: { planCredits: 1_000_000_000, status: "active" },
  poor: { planCredits: 40, status: "trialing" },
  tired: { planCredits: 1_000_000, status: "active" },
  unplanned: { status: "none" },
  canceled: { status: "canceled" },
  revoked: { planCredits: 1_000_000, status: "active" },
};
/** Whose hour never runs out: the others shall meet the limit. */
const unlimited: readonly CallerName[] = ["rich", "reader", "unplanned", "canceled"];
const requestsBetweenRests = 300;

interface Counted {
  requests: number;
  credits: number;
}

/** What an answer says of the account it was counted on. */
export interface Receipt {
  readonly status: number;
  readonly creditsUsed: number;
}

/** Accounts of every kind, and what their owners remember of the answers: the engine's ledger has to agree. */
export class Callers {
  readonly #db: ReadDb;
  readonly #keys = new Map<CallerName, string>();
  readonly #counted = new Map<CallerName, Counted>();
  #sinceRest = 0;

  constructor(db: ReadDb) {
    this.#db = db;
    const context = { db, clock: { now: Date.now }, randomBytes, log: silentLog };
    for (const name of callerNames) {
      setAccount(db, name, plans[name], Date.now());
      const { key, id } = createKey(context, this.#idOf(name), { name, isReadOnly: name === "reader" });
      if (name === "revoked") revokeApiKey(context, this.#idOf(name), id);
      this.#keys.set(name, key);
      this.#counted.set(name, { requests: 0, credits: 0 });
    }
  }

  #idOf(name: CallerName): number {
    return accountByName(this.#db, name)?.id ?? -1;
  }

  keyOf(name: CallerName): string {
    const key = this.#keys.get(name);
    if (key === undefined) throw new Error(`There is no caller ${name}.`);
    return key;
  }

  /** Books an answer; refusals for the rate, and for the credits, are not counted (contract, section 7, rule 4). */
  count(name: CallerName, { status, creditsUsed }: Receipt): void {
    const counted = this.#counted.get(name);
    if (counted === undefined || status === 401) return;
    if (status !== 429) counted.requests++;
    counted.credits += creditsUsed;
    if (++this.#sinceRest >= requestsBetweenRests) this.rest();
  }

  /** Lets the hour of those who never tire begin anew. */
  rest(): void {
    this.#sinceRest = 0;
    write(this.#db, (tx) => {
      for (const name of unlimited)
        change(tx, "UPDATE account SET rate_tail = rate_head WHERE name = ?", name);
    });
  }

  /** Credits of batch jobs, which are charged when nobody asks. */
  #batchCredits(name: CallerName): number {
    return (
      getRow<{ sum: number | null }>(
        this.#db,
        "SELECT sum(credits) AS sum FROM batch_charge JOIN batch_job ON id = job_id WHERE account_id = ?",
        this.#idOf(name),
      )?.sum ?? 0
    );
  }

  /** Where the engine's ledger and the answers do not agree. */
  complaints(): string[] {
    return callerNames.flatMap((name) => {
      const booked = accountByName(this.#db, name)?.latestUsage ?? { requestsMade: -1, creditsUsed: -1 };
      const told = this.#counted.get(name) ?? { requests: 0, credits: 0 };
      const credits = told.credits + this.#batchCredits(name);
      if (booked.requestsMade === told.requests && booked.creditsUsed === credits) return [];
      return [
        `The ledger of ${name} has ${booked.requestsMade} requests and ${booked.creditsUsed} credits; ` +
          `the answers told of ${told.requests} and ${credits}.`,
      ];
    });
  }
}

/** Waits until no batch job is left to do. */
export async function batchesDone(db: ReadDb): Promise<void> {
  const isBusy = () => getRow(db, "SELECT 1 FROM batch_job WHERE finished_at IS NULL LIMIT 1") !== undefined;
  while (isBusy()) await new Promise((done) => setTimeout(done, 20));
}
