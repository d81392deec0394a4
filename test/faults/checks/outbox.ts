import type { ReadDb } from "../../../src/main/engine/db/store.js";
import { type Finding, findRows } from "./finding.js";

/** Every webhook that was there has one row for each event that it asked for; no event is there for nobody. */
function checkFanOut(db: ReadDb): Finding[] {
  return [
    ...findRows(
      db,
      "An event that a webhook is not told",
      `SELECT event.id, event.type, webhook.id AS webhook FROM event JOIN webhook
         ON webhook.account_id = event.account_id AND webhook.created_at < event.created_at
       WHERE webhook.is_active = 1
         AND event.type IN (SELECT value FROM json_each(webhook.events))
         AND NOT (webhook.is_local = 1 AND event.type = 'schedule_completion')
         AND NOT EXISTS (SELECT 1 FROM delivery WHERE event_id = event.id AND webhook_id = webhook.id)`,
    ),
    ...findRows(
      db,
      "An event that a webhook is told twice",
      `SELECT webhook_id, event_id, count(*) AS rows FROM delivery GROUP BY webhook_id, event_id
       HAVING count(*) > 1`,
    ),
    ...findRows(
      db,
      "An event for nobody",
      "SELECT id FROM event WHERE NOT EXISTS (SELECT 1 FROM delivery WHERE event_id = event.id)",
    ),
  ];
}

/** What a delivery says of itself agrees with its attempts. */
function checkAttempts(db: ReadDb): Finding[] {
  return [
    ...findRows(
      db,
      "Attempts are miscounted",
      `SELECT id, attempts, (SELECT count(*) FROM delivery_attempt WHERE delivery_id = delivery.id) AS there
       FROM delivery WHERE attempts <> there`,
    ),
    ...findRows(
      db,
      "A delivery's end does not fit its status",
      "SELECT id, status, ended_at FROM delivery WHERE (status = 'due') <> (ended_at IS NULL)",
    ),
    ...findRows(
      db,
      "Delivered or not, its last attempt says otherwise",
      `SELECT delivery.id, status, last.error FROM delivery JOIN delivery_attempt AS last
         ON last.delivery_id = delivery.id AND last.attempt = delivery.attempts
       WHERE (status = 'delivered') <> (last.error IS NULL)`,
    ),
    ...findRows(
      db,
      "Failed before its fifth attempt, or due after it",
      "SELECT id, status, attempts FROM delivery WHERE (status = 'failed') <> (attempts = 5 AND status <> 'delivered')",
    ),
  ];
}

/** Decision 31: what failed for good is counted on its webhook, and the fiftieth in a row disables it. */
function checkCounters(db: ReadDb): Finding[] {
  return [
    ...findRows(
      db,
      "Failures are miscounted",
      `SELECT id, failure_count, (SELECT count(*) FROM delivery WHERE webhook_id = webhook.id
         AND status = 'failed') AS there FROM webhook WHERE failure_count <> there`,
    ),
    ...findRows(
      db,
      "A disabled webhook for which something waits",
      `SELECT id FROM webhook WHERE is_active = 0
         AND EXISTS (SELECT 1 FROM delivery WHERE webhook_id = webhook.id AND status = 'due')`,
    ),
  ];
}

/** Events = delivered + failed + due + cancelled, for each webhook as the contract has it. */
export function checkOutbox(db: ReadDb): Finding[] {
  return [...checkFanOut(db), ...checkAttempts(db), ...checkCounters(db)];
}
