import { randomBytes } from "node:crypto";
import {
  allChannels,
  insertChannel,
  type StoredChannel,
} from "../../../../../src/main/engine/db/channels/channel.js";
import { type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import { addAlert } from "../../../../../src/main/engine/operations/channels/queue-alert.js";
import { createInboxEntry as entry } from "../../../../support/inbox-entry.js";

export const outboxContext = (db: ReadDb, now: () => number) => ({ db, clock: { now }, randomBytes });

export function addTestChannel(db: ReadDb, overrides: Partial<StoredChannel>): StoredChannel {
  write(db, (tx) =>
    insertChannel(tx, {
      name: "Phone",
      kind: "ntfy",
      target: Buffer.of(0),
      description: "phone",
      quietHours: null,
      collect: "at-once",
      language: "en",
      createdMs: 0,
      ...overrides,
    }),
  );
  const channel = allChannels(db).at(-1);
  if (channel === undefined) throw new Error("The channel was not stored.");
  return channel;
}

/** Adds an alert about the product `Lamp <n>` to the inbox and the channels. */
export function addTestAlert(db: ReadDb, n: number, receivedMs: number): void {
  const { data, type, reason, clauses } = entry(n);
  const alert = { eventId: `evt_${n}`, type, isTest: false, data, reason, clauses, ruleIds: [], receivedMs };
  write(db, (tx) => addAlert(tx, alert));
}
