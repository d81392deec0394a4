import { describe, expect, it } from "vitest";
import { type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import { ensureDefaultAccount } from "../../../../../src/main/engine/operations/account/accounts.js";
import { createSecretBox } from "../../../../../src/main/engine/operations/request/secret-box.js";
import { prepareDuePosts } from "../../../../../src/main/engine/operations/webhooks/outbox.js";
import { openTestStore } from "../../../../support/folder.js";
import { insertTestDelivery, newWebhook } from "../../db/webhooks/stored-webhook.js";

const nowMs = 1_000;

function setUp(): ReadDb {
  const db = openTestStore();
  ensureDefaultAccount(db, 0);
  newWebhook(db);
  write(db, (tx) => ["evt_1", "evt_2"].forEach((id) => void insertTestDelivery(tx, "wh", id, nowMs)));
  return db;
}

const prepare = (db: ReadDb, webhookId = "wh") =>
  prepareDuePosts(db, webhookId, {
    nowMs,
    limit: 9,
    secrets: createSecretBox(null),
    hasListener: false,
    isInProgress: () => false,
  });

describe("deletions while posts are prepared", () => {
  it("a webhook that is deleted receives nothing", () => {
    expect(prepare(setUp(), "deleted")).toEqual({ kind: "no-receiver" });
  });

  it("an event that is deleted is left out", () => {
    const db = setUp();
    db.connection.exec("PRAGMA foreign_keys = OFF; DELETE FROM event WHERE id = 'evt_1'");
    expect(prepare(db)).toEqual({
      kind: "posts",
      posts: [expect.objectContaining({ post: expect.objectContaining({ eventId: "evt_2" }) })],
    });
  });
});
