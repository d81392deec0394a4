import { randomBytes } from "node:crypto";
import { beforeEach, expect, it, vi } from "vitest";
import { type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import { endDelivery, latestDelivery } from "../../../../../src/main/engine/db/webhooks/delivery.js";
import { deactivateWebhook } from "../../../../../src/main/engine/db/webhooks/webhook.js";
import { ensureDefaultAccount } from "../../../../../src/main/engine/operations/account/accounts.js";
import { noEffects, type WorkKind } from "../../../../../src/main/engine/operations/request/effects.js";
import { resendEvent } from "../../../../../src/main/engine/operations/webhooks/webhooks.js";
import { silentLog } from "../../../../../src/main/engine/process/log.js";
import { openTestStore } from "../../../../support/folder.js";
import { insertTestDelivery, newWebhook } from "../../db/webhooks/stored-webhook.js";

const nowMs = 5_000;

let db: ReadDb;
let woken: WorkKind[];

beforeEach(() => {
  db = openTestStore();
  woken = [];
  ensureDefaultAccount(db, 0);
  newWebhook(db);
  write(db, (tx) => insertTestDelivery(tx, "wh", "evt_1", 10));
});

const endFirst = () =>
  write(db, (tx) =>
    endDelivery(tx, { id: 1, eventId: "evt_1" }, { status: "failed", attempts: 5, atMs: 20 }),
  );

const resend = (event_id = "evt_1", webhook_id = "wh") =>
  resendEvent(
    {
      db,
      clock: { now: () => nowMs },
      randomBytes,
      log: silentLog,
      effects: { ...noEffects, wakeWorker: (kind) => void woken.push(kind) },
      accountId: 1,
    },
    { webhook_id, event_id },
  );

it("an event is sent again at once, in a delivery of its own that is on disk", () => {
  endFirst();
  const pragma = vi.spyOn(db.connection, "pragma");
  expect(resend()).toEqual({ id: 2 });
  expect(pragma).toHaveBeenCalledWith("synchronous = FULL");
  expect(latestDelivery(db, "wh", "evt_1")).toMatchObject({
    id: 2,
    status: "due",
    attempts: 0,
    dueMs: nowMs,
  });
  expect(woken).toEqual(["deliveries"]);
});

it("an event is not sent again while it is on its way", () => {
  expect(() => resend()).toThrow("The event is still on its way.");
  expect(woken).toEqual([]);
});

it("an event is not sent again to a disabled webhook", () => {
  endFirst();
  write(db, (tx) => deactivateWebhook(tx, "wh"));
  expect(() => resend()).toThrow("The webhook is disabled.");
});

it("an event that is not stored is refused with its id, cut to a readable length, and the next step", () => {
  expect(() => resend(`evt_${"x".repeat(100)}`)).toThrow(
    expect.objectContaining({
      code: "ERR_ENDPOINT_NOT_FOUND",
      message: `No event 'evt_${"x".repeat(76)}' of this webhook is stored.`,
      action: "Use the event_id of a delivery in the list; it names those of the last 30 days.",
    }),
  );
});

it("an event is sent again to its own webhook only", () => {
  endFirst();
  newWebhook(db, { id: "other" });
  expect(() => resend("evt_1", "other")).toThrow("No event 'evt_1' of this webhook is stored.");
  expect(() => resend("evt_1", "unknown")).toThrow("The account has no webhook 'unknown'.");
});
