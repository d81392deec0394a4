import { closeStore, openStore } from "../../../src/main/engine/db/open.js";
import type { BlockRow } from "../../../src/main/engine/db/prices/price-history.js";
import { allRows, type ReadDb, type SqlValue } from "../../../src/main/engine/db/store.js";
import { maxAttempts } from "../../../src/main/engine/domain/delivery-retries.js";
import { identifierKinds } from "../../../src/main/engine/domain/identifier.js";
import { unpackPoints } from "../../../src/main/engine/domain/point-codec.js";
import { hasSameValue, type PricePoint } from "../../../src/main/engine/domain/price-point.js";

/** A violation. Checks return all violations instead of throwing the first. */
export type Finding = string;

/** Returns a finding for each row of a query. */
export function findRows(db: ReadDb, violation: string, sql: string, ...values: SqlValue[]): Finding[] {
  return allRows<object>(db, sql, ...values).map((row) => `${violation}: ${JSON.stringify(row)}`);
}

export function findUnless(condition: boolean, finding: string): Finding[] {
  return condition ? [] : [finding];
}

export function expectNoFindings(when: string, findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  throw new Error(`${when}, ${findings.length} findings:\n  ${findings.slice(0, 20).join("\n  ")}`);
}

/** Opens a data folder's database as the next start does. */
export function withDatabase<T>(data: string, use: (db: ReadDb) => T): T {
  const db = openStore(data);
  try {
    return use(db);
  } finally {
    closeStore(db);
  }
}

type Queries = Readonly<Record<string, string>>;

/** Violations of what holds whatever the engine was sent. */
const violations: Queries = {
  damage: "SELECT * FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
  "foreign key": "PRAGMA foreign_key_check",
  "product with a wrong offer count": `SELECT service, offer_count, (SELECT count(*) FROM offer
      WHERE product_id = product.id AND is_trusted = 1 AND is_valid = 1 AND currency = 'USD') AS actual
    FROM product WHERE offer_count <> actual`,
  "offer with a wrong block count": `SELECT public_id FROM offer
    WHERE block_count <> (SELECT count(*) FROM price_block WHERE offer_id = offer.id)`,
  "batch job completed early, or beyond its end": `SELECT id, processed, total FROM batch_job
    WHERE processed > total OR (status = 'completed' AND processed <> total)`,
  "failed batch job without a refund": `SELECT id FROM batch_job WHERE status = 'failed'
    AND EXISTS (SELECT 1 FROM batch_charge WHERE job_id = batch_job.id)`,
  "account with too many webhooks": "SELECT account_id FROM webhook GROUP BY account_id HAVING count(*) > 6",
};

const productViolations: Queries = {
  "product without its search text":
    "SELECT service FROM product WHERE id NOT IN (SELECT rowid FROM product_text)",
  "product without its key": `SELECT service FROM product WHERE id NOT IN
    (SELECT product_id FROM identifier WHERE kind = ${identifierKinds.service_id})`,
  "product without offers":
    "SELECT service FROM product WHERE NOT EXISTS (SELECT 1 FROM offer WHERE product_id = product.id)",
  "search text without a product":
    "SELECT rowid FROM product_text WHERE rowid NOT IN (SELECT id FROM product)",
};

const batchViolations: Queries = {
  "batch job with a wrong result count": `SELECT id, status, processed,
      (SELECT count(*) FROM batch_result WHERE job_id = batch_job.id) AS actual
    FROM batch_job WHERE status <> 'failed' AND processed <> actual`,
  "metered batch job not charged one credit per product, or the owner's charged": `SELECT id,
      (SELECT coalesce(sum(credits), 0) FROM batch_charge WHERE job_id = batch_job.id) AS charged,
      (SELECT count(DISTINCT product_id) FROM batch_result WHERE job_id = batch_job.id) AS products
    FROM batch_job WHERE include = '[]' AND status <> 'failed' AND charged <> products * is_metered`,
};

const outboxViolations: Queries = {
  "event without a delivery to a subscribed webhook": `SELECT event.id, event.type, webhook.id AS webhook
    FROM event JOIN webhook
      ON webhook.account_id = event.account_id AND webhook.created_at < event.created_at
    WHERE webhook.is_active = 1
      AND event.type IN (SELECT value FROM json_each(webhook.events))
      -- Only alerts go to the app's own webhook, and nothing else does.
      AND webhook.is_local = (event.id IN (SELECT event_id FROM inbox))
      AND NOT EXISTS (SELECT 1 FROM delivery WHERE event_id = event.id AND webhook_id = webhook.id)`,
  "event with several deliveries to one webhook": `SELECT webhook_id, event_id, count(*) AS rows
    FROM delivery GROUP BY webhook_id, event_id HAVING count(*) > 1`,
  "event without deliveries":
    "SELECT id FROM event WHERE NOT EXISTS (SELECT 1 FROM delivery WHERE event_id = event.id)",
  "delivery with a wrong attempt count": `SELECT id, attempts,
      (SELECT count(*) FROM delivery_attempt WHERE delivery_id = delivery.id) AS actual
    FROM delivery WHERE attempts <> actual`,
  "delivery whose end contradicts its status":
    "SELECT id, status, ended_at FROM delivery WHERE (status = 'due') <> (ended_at IS NULL)",
  "delivery whose last attempt contradicts its status": `SELECT delivery.id, status, last.error FROM delivery
    JOIN delivery_attempt AS last ON last.delivery_id = delivery.id AND last.attempt = delivery.attempts
    WHERE (status = 'delivered') <> (last.error IS NULL)`,
  "delivery failed before its last attempt, or due after it": `SELECT id, status, attempts FROM delivery
    WHERE (status = 'failed') <> (attempts = ${maxAttempts} AND status <> 'delivered')`,
  // Decision 31: each failed delivery counts, and the fiftieth in a row disables the webhook.
  "webhook with a wrong failure count": `SELECT id, failure_count,
      (SELECT count(*) FROM delivery WHERE webhook_id = webhook.id AND status = 'failed') AS actual
    FROM webhook WHERE failure_count <> actual`,
  "disabled webhook with a due delivery": `SELECT id FROM webhook WHERE is_active = 0
    AND EXISTS (SELECT 1 FROM delivery WHERE webhook_id = webhook.id AND status = 'due')`,
};

const alertViolations: Queries = {
  "event with several inbox entries":
    "SELECT event_id, count(*) AS rows FROM inbox GROUP BY event_id HAVING count(*) > 1",
  "change of an offer without its round": `SELECT offer_id FROM round_change JOIN offer ON offer.id = offer_id
    WHERE product_id NOT IN (SELECT product_id FROM round)`,
  "rule that could not be evaluated": "SELECT * FROM alert_problem",
};

function findViolations(db: ReadDb, queries: Queries): Finding[] {
  return Object.entries(queries).flatMap(([violation, sql]) => findRows(db, violation, sql));
}

/** Checks what holds whatever the engine was sent: integrity, references, and values that are stored twice. */
export function checkIntegrity(db: ReadDb): Finding[] {
  return findViolations(db, violations);
}

interface OfferRow {
  readonly id: number;
  readonly public_id: string;
  readonly price_minor: number;
  readonly availability: number;
  readonly is_auction: number;
  readonly block_count: number;
  readonly last_block_at: number | null;
  readonly is_checked: number;
}

function checkBlock(block: BlockRow): string[] {
  const points = unpackPoints(block.points, block.from_at);
  const { length } = points;
  return [
    ...findUnless(length === block.count, `a block of ${block.count} holds ${length} points`),
    ...findUnless(points[0]?.atMs === block.from_at, "a block starts before or after its first point"),
  ];
}

function checkPoint(point: PricePoint, previous: PricePoint | undefined): string[] {
  if (previous === undefined) return point.priceMinor > 0 ? [] : ["a price of 0"];
  if (previous.atMs >= point.atMs) return ["points out of order"];
  return hasSameValue(previous, point) ? ["a repeated point"] : [];
}

/**
 * The newest point must equal the offer. A clock that was ahead may have left points in the future, which do not count
 * for an offer that this engine checks.
 */
function checkNewest(offer: OfferRow, points: readonly PricePoint[], nowMs: number): string[] {
  const newest = points.filter(({ atMs }) => offer.is_checked === 0 || atMs <= nowMs).at(-1);
  if (newest === undefined) return offer.is_auction === 1 ? [] : ["no points"];
  const isSame = newest.priceMinor === offer.price_minor && newest.availability === offer.availability;
  return findUnless(isSame, `ends at ${newest.priceMinor}, but the offer is ${offer.price_minor}`);
}

function checkOffer(db: ReadDb, offer: OfferRow, nowMs: number): string[] {
  const sql = "SELECT from_at, count, points FROM price_block WHERE offer_id = ? ORDER BY from_at";
  const blocks = allRows<BlockRow>(db, sql, offer.id);
  const points = blocks.flatMap((block) => unpackPoints(block.points, block.from_at));
  const isCountRight =
    offer.block_count === blocks.length && offer.last_block_at === (blocks.at(-1)?.from_at ?? null);
  return [
    ...blocks.flatMap(checkBlock),
    ...points.flatMap((point, i) => checkPoint(point, points[i - 1])),
    ...checkNewest(offer, points, nowMs),
    ...findUnless(isCountRight, "a wrong block count"),
  ];
}

/** Every packed history is readable, ascending, without repetitions, and ends with the offer's price. */
function checkHistory(db: ReadDb, nowMs: number): Finding[] {
  const sql = `SELECT id, public_id, price_minor, availability, is_auction, block_count, last_block_at,
    EXISTS (SELECT 1 FROM offer_check WHERE offer_id = offer.id) AS is_checked FROM offer`;
  return allRows<OfferRow>(db, sql).flatMap((offer) =>
    checkOffer(db, offer, nowMs).map((error) => `history of ${offer.public_id}: ${error}`),
  );
}

/** Checks the invariants of every database at any time, after any fault. */
export function checkConsistency(db: ReadDb, nowMs: number = Number.POSITIVE_INFINITY): Finding[] {
  const queries = { ...productViolations, ...batchViolations, ...outboxViolations, ...alertViolations };
  return [...checkIntegrity(db), ...findViolations(db, queries), ...checkHistory(db, nowMs)];
}
