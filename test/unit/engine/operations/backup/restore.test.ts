import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { expect, it } from "vitest";
import { unannouncedEntries } from "../../../../../src/main/engine/db/alerts/inbox.js";
import {
  countWaitingAlerts,
  newestMessages,
} from "../../../../../src/main/engine/db/channels/channel-message.js";
import { closeStore, openStore } from "../../../../../src/main/engine/db/open.js";
import { backUp } from "../../../../../src/main/engine/operations/backup/backup.js";
import { restore } from "../../../../../src/main/engine/operations/backup/restore.js";
import { importCatalogue } from "../../../../../src/main/engine/operations/catalogue/import-catalogue.js";
import { claimMessage } from "../../../../../src/main/engine/operations/channels/outbox.js";
import { DAY_MS } from "../../../../../src/shared/time.js";
import { temporaryFolder } from "../../../../support/folder.js";
import { addTestAlert, addTestChannel, outboxContext } from "../channels/stored-channel.js";

/** A folder whose channels have a message, sent in part, and an alert that waits for another one; and its backup. */
async function backUpWaiting(): Promise<{ folder: string; file: string }> {
  const folder = temporaryFolder();
  const file = join(temporaryFolder(), "backup.sqlite3");
  const db = openStore(folder);
  const channel = addTestChannel(db, {});
  addTestAlert(db, 1, 0);
  claimMessage(
    outboxContext(db, () => 0),
    channel,
  );
  addTestAlert(db, 2, 0);
  await backUp(folder, file);
  closeStore(db);
  return { folder, file };
}

/** What waits after a restore. */
async function waitingAfter(file: string, { folder, nowMs }: { folder: string; nowMs: number }) {
  await restore(folder, file, { nowMs, trust: true });
  const db = openStore(folder);
  const waiting = { alerts: countWaitingAlerts(db, 1), unannounced: unannouncedEntries(db, 9).length };
  const messages = newestMessages(db, 9).map(({ status }) => status);
  closeStore(db);
  return { ...waiting, messages };
}

const nothing = { alerts: 0, unannounced: 0, messages: ["failed"] };

it("alerts that waited in a backup are not sent again by the data that they were sent from", async () => {
  const { folder, file } = await backUpWaiting();
  expect(await waitingAfter(file, { folder, nowMs: 1 })).toEqual(nothing);
});

it("alerts that waited in a backup are sent from an empty folder if they are of its last day", async () => {
  const { file } = await backUpWaiting();
  const sent = { alerts: 2, unannounced: 2, messages: ["sending"] };
  expect(await waitingAfter(file, { folder: temporaryFolder(), nowMs: DAY_MS })).toEqual(sent);
  expect(await waitingAfter(file, { folder: temporaryFolder(), nowMs: DAY_MS + 1 })).toEqual(nothing);
});

it("an import during a restore is refused, because its first part is gone", async () => {
  const folder = temporaryFolder();
  const file = join(temporaryFolder(), "backup.sqlite3");
  const db = openStore(folder);
  await backUp(folder, file);
  const onProgress = async () => void (await restore(folder, file, { nowMs: 1, trust: true }));
  const line = JSON.stringify({ type: "product", title: "Lamp" });
  const options = { db, nowMs: 0, randomBytes, isSample: false, onProgress };
  await expect(importCatalogue(options, Array(201).fill(line))).rejects.toThrow("A backup was restored");
  closeStore(db);
});
