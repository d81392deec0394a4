import { allRows, getRow, type ReadDb } from "../../../src/main/engine/db/store.js";
import { type Finding, findRows } from "./database.js";

/** The identifying texts of the writes in a database, by kind. */
const writesSql = {
  key: "SELECT id AS text FROM api_key",
  import: "SELECT service AS text FROM product",
  schedule: `SELECT product.service || ' ' || cadence AS text FROM schedule
    JOIN product ON product.id = schedule.product_id`,
  webhook: "SELECT id AS text FROM webhook",
  rule: "SELECT CAST(id AS TEXT) AS text FROM alert_rule",
  tag: "SELECT product.service || ' ' || tag.name AS text FROM tag JOIN product ON product.id = tag.product_id",
  "batch job": "SELECT id AS text FROM batch_job",
} as const;
type WriteKind = keyof typeof writesSql;

export interface Usage {
  credits: number;
  requests: number;
}

/** What a database must hold according to the responses that callers received. */
export class ExpectedState {
  /** The acknowledged writes. */
  readonly writes = new Map(Object.keys(writesSql).map((kind) => [kind as WriteKind, new Set<string>()]));
  readonly answered: Usage = { credits: 0, requests: 0 };
  /** The maximum charge of requests without a response. */
  readonly inFlight: Usage = { credits: 0, requests: 0 };
  readonly #before: Usage;

  constructor(db: ReadDb) {
    this.#before = readUsage(db);
  }

  acknowledge(kind: WriteKind, ...texts: string[]): void {
    for (const text of texts) this.writes.get(kind)?.add(text);
  }

  /** Call this before a write that may replace an older one. */
  retract(kind: WriteKind, text: string): void {
    this.writes.get(kind)?.delete(text);
  }

  get writeCount(): number {
    return [...this.writes.values()].reduce((sum, { size }) => sum + size, 0);
  }

  get requestCount(): number {
    return this.answered.requests + this.inFlight.requests;
  }

  /** Records a request. Call the returned function with the charge in its response. */
  startRequest(maxCredits: number): (credits: number, isCounted?: boolean) => void {
    this.inFlight.credits += maxCredits;
    this.inFlight.requests++;
    return (credits, isCounted = true) => {
      this.inFlight.credits -= maxCredits;
      this.inFlight.requests--;
      this.answered.credits += credits;
      if (isCounted) this.answered.requests++;
    };
  }

  check(db: ReadDb): Finding[] {
    return [...this.#checkWrites(db), ...this.checkLedger(db)];
  }

  /** Every acknowledged write exists. */
  #checkWrites(db: ReadDb): Finding[] {
    return [...this.writes].flatMap(([kind, texts]) => {
      const found = new Set(allRows<{ text: string }>(db, writesSql[kind]).map(({ text }) => text));
      return [...texts].filter((text) => !found.has(text)).map((text) => `missing ${kind}: ${text}`);
    });
  }

  /** The charge equals that in the responses, plus at most that of the requests in flight. */
  checkLedger(db: ReadDb): Finding[] {
    const usage = readUsage(db);
    // Batch jobs are charged as they progress, outside any response.
    const batchSql = "SELECT coalesce(sum(credits), 0) AS credits FROM batch_charge";
    const batchCredits = getRow<{ credits: number }>(db, batchSql)?.credits ?? 0;
    return [
      ...this.#checkCharge("credits", usage.credits - this.#before.credits - batchCredits),
      ...this.#checkCharge("requests", usage.requests - this.#before.requests),
      ...findRows(
        db,
        "account charged more than its plan",
        "SELECT name FROM account WHERE period_credits > plan_credits + bonus_credits",
      ),
    ];
  }

  #checkCharge(unit: keyof Usage, charged: number): Finding[] {
    const min = this.answered[unit];
    const max = min + this.inFlight[unit];
    if (charged >= min && charged <= max) return [];
    return [`too ${charged < min ? "few" : "many"} ${unit} charged: ${charged} instead of ${min} to ${max}`];
  }
}

/** The usage of all accounts in all billing periods. */
function readUsage(db: ReadDb): Usage {
  // When the clock returns to a period, its usage moves back to the account, and its old row no longer counts.
  const isPast = "started_at <> (SELECT period_started_at FROM account WHERE id = account_id)";
  return getRow<Usage>(
    db,
    `SELECT (SELECT coalesce(sum(period_credits), 0) FROM account)
          + (SELECT coalesce(sum(credits_used), 0) FROM usage_period WHERE ${isPast}) AS credits,
            (SELECT coalesce(sum(period_requests), 0) FROM account)
          + (SELECT coalesce(sum(requests_made), 0) FROM usage_period WHERE ${isPast}) AS requests`,
  )!;
}
