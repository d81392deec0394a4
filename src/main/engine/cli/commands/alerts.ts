import type { Command } from "commander";
import type { InboxEntry } from "../../../../shared/app/alerts.js";
import type { ReadDb } from "../../db/store.js";
import { listInbox } from "../../operations/alerts/inbox.js";
import { parseInstant, withGlobals } from "../arguments.js";
import { withReadableStore } from "../environment.js";
import {
  type Columns,
  formatPrice,
  formatTime,
  jsonOption,
  type OutputOptions,
  printResults,
} from "../output.js";

function toAlert({ id, received_at: at, data, reason, read_at: readAt }: InboxEntry) {
  const { product, price, retailer } = data;
  return {
    id,
    at,
    product_key: product.service,
    title: product.title,
    reason,
    price: price?.current ?? null,
    previous: price?.previous ?? null,
    currency: price?.currency ?? null,
    retailer,
    read: readAt !== null,
  };
}

type Alert = ReturnType<typeof toAlert>;

const pageSize = 200;

/** Alerts since a time in milliseconds UTC, newest first. */
function* alertsSince(db: ReadDb, sinceMs: number): Generator<Alert> {
  for (let before: number | undefined; ; ) {
    const { entries } = listInbox(db, { limit: pageSize, before });
    for (const entry of entries) if (Date.parse(entry.received_at) >= sinceMs) yield toAlert(entry);
    const last = entries.at(-1);
    if (last === undefined || entries.length < pageSize) return;
    before = last.id;
  }
}

const columns: Columns<Alert> = {
  time: ({ at }) => formatTime(at),
  price: ({ price, currency }) => formatPrice(price, currency),
  title: ({ title }) => title,
  reason: ({ reason }) => reason ?? "",
};

interface ListOptions extends OutputOptions {
  /** Milliseconds UTC. */
  readonly since?: number;
}

function listCommand({ since = 0, ...options }: ListOptions): Promise<void> {
  return withReadableStore(options, ({ db }) => printResults(alertsSince(db, since), columns, options));
}

export function addAlertsCommands(program: Command): void {
  const alerts = program.command("alerts").description("Show the inbox.");
  alerts
    .command("list")
    .description("Show the alerts in the inbox, newest first.")
    .option("--since <time>", "only alerts since this time", parseInstant)
    .option(...jsonOption)
    .action(withGlobals(listCommand));
}
