import { describe, expect, it, onTestFinished } from "vitest";
import { allRows, write } from "../../../../src/main/engine/db/store.js";
import { ensureDefaultAccount } from "../../../../src/main/engine/operations/account/accounts.js";
import type { PostOutcome, SignedPost } from "../../../../src/main/engine/operations/request/effects.js";
import { createSecretBox } from "../../../../src/main/engine/operations/request/secret-box.js";
import { DeliveryAgent } from "../../../../src/main/engine/webhooks/delivery-agent.js";
import { maxPostsInFlight } from "../../../../src/main/engine/webhooks/webhook-client.js";
import { DAY_MS, MINUTE_MS } from "../../../../src/shared/time.js";
import { openTestStore } from "../../../support/folder.js";
import { until } from "../../../support/until.js";
import { insertTestDelivery, newWebhook } from "../db/webhooks/stored-webhook.js";

const nowMs = Date.parse("2026-06-15T12:00:00Z");
const delivered: PostOutcome = { responseCode: 204, error: null, durationMs: 1 };
const failed: PostOutcome = { responseCode: 500, error: "The receiver answered 500.", durationMs: 1 };

interface Sent {
  readonly post: SignedPost;
  readonly end: (outcome: PostOutcome) => void;
}

function setUp(key: Buffer | null = null) {
  const db = openTestStore();
  ensureDefaultAccount(db, nowMs);
  const sent: Sent[] = [];
  const lines: string[] = [];
  let hasListener = true;
  let recordings = 0;
  const clock = { nowMs, now: () => clock.nowMs };
  const agent = new DeliveryAgent({
    db,
    clock,
    log: {
      info: (message, details) => void lines.push(message + JSON.stringify(details)),
      error: (message, _error, details) => void lines.push(message + JSON.stringify(details)),
    },
    effects: {
      secrets: createSecretBox(null),
      post: (post) => new Promise((end) => sent.push({ post, end })),
    },
    hasListener: () => hasListener,
    onRecorded: () => void recordings++,
  });
  onTestFinished(async () => {
    for (const { end } of sent) end(failed);
    await agent.stop();
  });
  const addWebhook = (id: string, isLocal = false) =>
    newWebhook(db, { id, isLocal, secret: createSecretBox(key).seal(`whsec_${id}`) });
  let events = 0;
  const addEvents = (webhookId: string, count: number, dueMs = nowMs) =>
    write(db, (tx) => {
      for (let i = 0; i < count; i++) insertTestDelivery(tx, webhookId, `evt_${++events}`, dueMs);
    });
  return {
    db,
    clock,
    agent,
    sent,
    lines,
    addWebhook,
    addEvents,
    listen: (isListening: boolean) => {
      hasListener = isListening;
    },
    recordings: () => recordings,
    ids: (webhookId: string) =>
      sent.filter(({ post }) => post.poolKey === webhookId).map(({ post }) => post.eventId),
  };
}

/** An agent that has started deliveries of the webhook `a`. */
function startDeliveries(count: number) {
  const started = setUp();
  started.addWebhook("a");
  started.addEvents("a", count);
  started.agent.runDue();
  return started;
}

async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}

describe("the delivery agent", () => {
  it("starts a webhook's deliveries in the order in which they are due, a few at a time", async () => {
    const { sent, ids } = startDeliveries(30);
    expect(sent).toHaveLength(maxPostsInFlight);
    // In whatever order they end, the next one in line starts next.
    for (let i = 0; i < 30; i++) {
      const next = sent[i % 2 === 0 ? i : Math.min(i + 1, sent.length - 1)];
      next?.end(delivered);
      sent[i]?.end(delivered);
      await until(() => sent.length >= Math.min(30, i + 1 + 1));
    }
    expect(ids("a")).toEqual(Array.from({ length: 30 }, (_, i) => `evt_${i + 1}`));
  });

  it("sends a few at a time, although deliveries that are due earlier join those in flight", async () => {
    const { agent, sent, addWebhook, addEvents, ids } = setUp();
    addWebhook("a");
    addWebhook("b");
    addEvents("a", maxPostsInFlight - 2);
    addEvents("b", 3);
    agent.runDue();
    addEvents("a", maxPostsInFlight, nowMs - 1_000);
    for (let i = 0; i < 2; i++) {
      agent.runDue();
      expect(ids("a")).toHaveLength(maxPostsInFlight);
    }
    sent[0]?.end(delivered);
    await settle();
    expect(ids("a")).toHaveLength(maxPostsInFlight + 1);
  });

  it("sends no delivery that is in flight or not yet due", () => {
    const { agent, sent, addWebhook, addEvents } = setUp();
    addWebhook("a");
    addEvents("a", 3);
    addEvents("a", 3, nowMs + 60_000);
    for (let i = 0; i < 3; i++) agent.runDue();
    expect(sent).toHaveLength(3);
  });

  it("returns the time of the next due delivery, even of webhooks with deliveries in flight", () => {
    const { agent, addWebhook, addEvents } = setUp();
    for (const id of ["a", "b", "c"]) addWebhook(id);
    addEvents("a", 1);
    addEvents("a", 1, nowMs + 9_000);
    addEvents("b", 2);
    addEvents("b", 1, nowMs + 5_000);
    expect([agent.runDue(), agent.runDue()]).toEqual([nowMs + 5_000, nowMs + 5_000]);
  });

  it("leaves deliveries that it cannot sign to an engine with the key, and logs that once", () => {
    const { agent, sent, lines, addWebhook, addEvents, db } = setUp(Buffer.alloc(32, 1));
    addWebhook("a");
    addEvents("a", 2);
    agent.runDue();
    agent.runDue();
    expect(sent).toEqual([]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('{"webhookId":"a"}');
    expect(lines[0]).not.toContain("whsec");
    expect(allRows(db, "SELECT 1 FROM delivery WHERE status = 'due'")).toHaveLength(2);
  });

  it("holds back the app's own events while its listener does not run", async () => {
    const { agent, sent, addWebhook, addEvents, listen } = setUp();
    addWebhook("own", true);
    addEvents("own", 1);
    listen(false);
    agent.runDue();
    expect(sent).toEqual([]);
    listen(true);
    agent.runDue();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.post.isLocal).toBe(true);
  });

  it.each(["DELETE FROM webhook", "UPDATE delivery SET status = 'cancelled'"])(
    "records no attempt after %s meanwhile",
    async (sql) => {
      const { agent, sent, db } = startDeliveries(1);
      db.connection.exec(sql);
      sent[0]?.end(delivered);
      await agent.stop();
      expect(allRows(db, "SELECT 1 FROM delivery_attempt")).toEqual([]);
      expect(allRows(db, "SELECT 1 FROM webhook WHERE last_triggered_at IS NOT NULL")).toEqual([]);
    },
  );

  it("does not confuse a delivery with a removed one of the same row id", async () => {
    const { agent, sent, addWebhook, addEvents, db, ids } = setUp();
    addWebhook("gone");
    addWebhook("a");
    addEvents("gone", 1);
    agent.runDue();
    db.connection.exec("DELETE FROM webhook WHERE id = 'gone'");
    addEvents("a", 1);
    // SQLite reuses the id of the last row once that row is deleted.
    expect(allRows(db, "SELECT id FROM delivery")).toEqual([{ id: 1 }]);
    agent.runDue();
    expect(ids("a")).toEqual(["evt_2"]);
    sent[0]?.end(delivered);
    await settle();
    expect(allRows(db, "SELECT status FROM delivery")).toEqual([{ status: "due" }]);
    sent[1]?.end(delivered);
    await settle();
    expect(allRows(db, "SELECT status FROM delivery")).toEqual([{ status: "delivered" }]);
  });

  it("repeats a delivery whose attempt could not be recorded, but only when it is woken again", async () => {
    const { agent, sent, lines, addWebhook, addEvents, db, ids } = setUp();
    addWebhook("a");
    addEvents("a", 2);
    db.connection.exec(
      "CREATE TRIGGER fault BEFORE INSERT ON delivery_attempt WHEN NEW.delivery_id = 1 BEGIN SELECT RAISE(ABORT, 'fault'); END",
    );
    agent.runDue();
    for (const { end } of [...sent]) end(delivered);
    await settle();
    expect(ids("a")).toEqual(["evt_1", "evt_2"]);
    expect(allRows(db, "SELECT id FROM delivery WHERE status = 'delivered'")).toEqual([{ id: 2 }]);
    expect(lines).toEqual([expect.stringContaining("could not be recorded")]);
    db.connection.exec("DROP TRIGGER fault");
    for (let i = 0; i < 2; i++) agent.runDue();
    expect(ids("a")).toEqual(["evt_1", "evt_2", "evt_1"]);
    sent[2]?.end(delivered);
    await settle();
    expect(allRows(db, "SELECT 1 FROM delivery WHERE status = 'delivered'")).toHaveLength(2);
  });

  it("repeats all deliveries of a turn if their attempts cannot be recorded together", async () => {
    const { agent, sent, lines, db, ids, recordings } = startDeliveries(2);
    db.connection.exec("BEGIN");
    for (const { end } of [...sent]) end(delivered);
    await settle();
    expect(lines).toHaveLength(2);
    expect(recordings()).toBe(0);
    db.connection.exec("ROLLBACK");
    agent.runDue();
    expect(ids("a")).toEqual(["evt_1", "evt_2", "evt_1", "evt_2"]);
  });

  it("records the attempts that end in one turn together", async () => {
    const { sent, db, recordings } = startDeliveries(3);
    for (const { end } of [...sent]) end(delivered);
    await settle();
    expect(recordings()).toBe(1);
    expect(allRows(db, "SELECT 1 FROM delivery WHERE status = 'delivered'")).toHaveLength(3);
  });

  it("sends each attempt with its number and the time at which it is made", async () => {
    const { agent, clock, sent } = startDeliveries(1);
    sent[0]?.end(failed);
    await settle();
    clock.nowMs += MINUTE_MS;
    agent.runDue();
    expect(sent[1]?.post).toMatchObject({
      url: "https://hooks.example/",
      secret: "whsec_a",
      nextSecret: null,
      attempt: 2,
      atMs: clock.nowMs,
      body: '{"id":"evt_1","event":"price_drop","attempt":2,"timestamp":"2026-06-15T12:01:00.000Z","data":{"product":{"service":"product/p/1","title":"P"},"retailer":null,"price":null,"availability":null}}',
    });
  });

  it.each([
    ["passes", 9_000, nowMs + MINUTE_MS],
    ["is set back", -DAY_MS, nowMs - DAY_MS + MINUTE_MS],
  ])(
    "retries a minute after the start of a failed attempt if the clock %s during it",
    async (_change, movedMs, dueMs) => {
      const { agent, clock, sent, addWebhook, addEvents, db } = setUp();
      addWebhook("a");
      addEvents("a", 1);
      agent.runDue();
      clock.nowMs += movedMs;
      sent[0]?.end(failed);
      await settle();
      expect(allRows(db, "SELECT status, attempts, due_at FROM delivery")).toEqual([
        { status: "due", attempts: 1, due_at: dueMs },
      ]);
    },
  );

  it("survives a database that cannot be read after a delivery is recorded", async () => {
    const { agent, sent, lines, db, ids } = startDeliveries(maxPostsInFlight + 1);
    db.connection.exec("ALTER TABLE event RENAME TO away");
    sent[0]?.end(delivered);
    await settle();
    expect(lines).toEqual([expect.stringMatching(/could not be started.*"webhookId":"a"/)]);
    db.connection.exec("ALTER TABLE away RENAME TO event");
    agent.runDue();
    expect(ids("a")).toHaveLength(maxPostsInFlight + 1);
  });

  it("is stopped once the posts in flight have ended, and starts no other", async () => {
    const { agent, sent } = startDeliveries(maxPostsInFlight + 1);
    let isStopped = false;
    const stopped = agent.stop().then(() => {
      isStopped = true;
    });
    for (const { end } of sent.slice(1)) end(delivered);
    await settle();
    expect(isStopped).toBe(false);
    sent[0]?.end(delivered);
    await stopped;
    agent.runDue();
    expect(sent).toHaveLength(maxPostsInFlight);
  });

  it("records completed deliveries when it is stopped, and leaves interrupted ones due", async () => {
    const { agent, sent, db } = startDeliveries(2);
    const stopped = agent.stop();
    sent[0]?.end(delivered);
    sent[1]?.end(failed);
    await stopped;
    expect(allRows(db, "SELECT event_id, status, attempts FROM delivery ORDER BY id")).toEqual([
      { event_id: "evt_1", status: "delivered", attempts: 1 },
      { event_id: "evt_2", status: "due", attempts: 0 },
    ]);
  });
});
