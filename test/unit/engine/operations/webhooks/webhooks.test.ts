import { beforeEach, describe, expect, it, vi } from "vitest";
import { deleteExpired } from "../../../../../src/main/engine/db/expired.js";
import { type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import { endDelivery, latestDelivery } from "../../../../../src/main/engine/db/webhooks/delivery.js";
import {
  deactivateWebhook,
  saveOldSecret,
  webhookById,
} from "../../../../../src/main/engine/db/webhooks/webhook.js";
import { ensureDefaultAccount } from "../../../../../src/main/engine/operations/account/accounts.js";
import type { RequestContext } from "../../../../../src/main/engine/operations/request/context.js";
import { noEffects, type WorkKind } from "../../../../../src/main/engine/operations/request/effects.js";
import { createSecretBox } from "../../../../../src/main/engine/operations/request/secret-box.js";
import { openSecrets, prepareDuePosts } from "../../../../../src/main/engine/operations/webhooks/outbox.js";
import { resendEvent, rotateSecret } from "../../../../../src/main/engine/operations/webhooks/webhooks.js";
import { silentLog } from "../../../../../src/main/engine/process/log.js";
import { DAY_MS, HOUR_MS } from "../../../../../src/shared/time.js";
import { openTestStore } from "../../../../support/folder.js";
import { insertTestDelivery, newWebhook } from "../../db/webhooks/stored-webhook.js";

const startMs = Date.parse("2026-06-15T12:00:00Z");
const box = createSecretBox(Buffer.alloc(32, 1));
const otherBox = createSecretBox(Buffer.alloc(32, 2));

let db: ReadDb;
let nowMs: number;
let woken: WorkKind[];
let context: RequestContext & { readonly accountId: number };

beforeEach(() => {
  db = openTestStore();
  nowMs = startMs;
  woken = [];
  ensureDefaultAccount(db, startMs);
  newWebhook(db, { secret: box.seal("whsec_first") });
  let byte = 0;
  context = {
    db,
    clock: { now: () => nowMs },
    // Each secret differs from the one before.
    randomBytes: (count) => Buffer.alloc(count, ++byte),
    log: silentLog,
    effects: { ...noEffects, secrets: box, wakeWorker: (kind) => void woken.push(kind) },
    accountId: 1,
  };
});

const rotate = (webhookId = "wh") => rotateSecret(context, { webhook_id: webhookId });

function webhook() {
  const found = webhookById(db, "wh");
  if (found === undefined) throw new Error("The webhook is missing.");
  return found;
}

const signing = () => openSecrets(box, webhook(), nowMs);

it("a second rotation within the day replaces only the new secret", () => {
  const first = rotate();
  nowMs += HOUR_MS;
  const second = rotate();
  expect(second.secret).not.toBe(first.secret);
  expect(second.old_valid_until).toBe(first.old_valid_until);
  expect(signing()).toEqual({ secret: "whsec_first", nextSecret: second.secret });
});

it("a rotation after that day replaces the secret before it", () => {
  const first = rotate();
  nowMs += DAY_MS;
  const second = rotate();
  expect(second.old_valid_until).toBe("2026-06-17T12:00:00.000Z");
  expect(signing()).toEqual({ secret: first.secret, nextSecret: second.secret });
});

it("a rotation waits for the disk, because the user copies the secret elsewhere", () => {
  const exec = vi.spyOn(db.connection, "exec");
  rotate();
  expect(exec).toHaveBeenCalledWith("PRAGMA synchronous = FULL");
});

it("a rotation is refused for the app's own webhook and for an unknown one", () => {
  newWebhook(db, { id: "own", isLocal: true });
  expect(() => rotate("own")).toThrow("This is the app's own webhook");
  expect(() => rotate("unknown")).toThrow("The account has no webhook 'unknown'.");
});

it("a secret of another installation signs nothing", () => {
  expect(openSecrets(otherBox, webhook(), nowMs)).toBeNull();
});

it("an old secret of another installation leaves the new one to sign alone", () => {
  const old = { secret: otherBox.seal("whsec_old"), validUntilMs: nowMs + 1 };
  expect(openSecrets(box, { ...webhook(), oldSecret: old }, nowMs)).toEqual({
    secret: "whsec_first",
    nextSecret: null,
  });
});

it("old secrets are deleted once they are no longer valid, without touching others", () => {
  for (const id of ["expired", "valid"]) newWebhook(db, { id });
  write(db, (tx) => {
    saveOldSecret(tx, "expired", { secret: Buffer.of(0), validUntilMs: nowMs });
    saveOldSecret(tx, "valid", { secret: Buffer.of(0), validUntilMs: nowMs + 1 });
  });
  deleteExpired(db, nowMs);
  expect(["wh", "expired", "valid"].map((id) => webhookById(db, id)?.oldSecret)).toEqual([
    null,
    null,
    { secret: Buffer.of(0), validUntilMs: nowMs + 1 },
  ]);
});

describe("an event that is sent again", () => {
  beforeEach(() => void write(db, (tx) => insertTestDelivery(tx, "wh", "evt_1", startMs)));

  const endFirst = () =>
    write(db, (tx) =>
      endDelivery(tx, { id: 1, eventId: "evt_1" }, { status: "failed", attempts: 5, atMs: startMs }),
    );

  const resend = (event_id = "evt_1", webhook_id = "wh") => resendEvent(context, { webhook_id, event_id });

  it("an event is sent again at once, in a delivery of its own that is on disk", () => {
    endFirst();
    const exec = vi.spyOn(db.connection, "exec");
    expect(resend()).toEqual({ id: 2 });
    expect(exec).toHaveBeenCalledWith("PRAGMA synchronous = FULL");
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
});

describe("deletions while posts are prepared", () => {
  const prepare = (webhookId = "wh") =>
    prepareDuePosts(db, webhookId, {
      nowMs,
      limit: 9,
      secrets: box,
      hasListener: false,
      isInProgress: () => false,
    });

  it("a webhook that is deleted receives nothing", () => {
    expect(prepare("deleted")).toEqual({ kind: "no-receiver" });
  });

  it("an event that is deleted is left out", () => {
    write(db, (tx) => ["evt_1", "evt_2"].forEach((id) => void insertTestDelivery(tx, "wh", id, nowMs)));
    db.connection.exec("PRAGMA foreign_keys = OFF; DELETE FROM event WHERE id = 'evt_1'");
    expect(prepare()).toEqual({
      kind: "posts",
      posts: [expect.objectContaining({ post: expect.objectContaining({ eventId: "evt_2" }) })],
    });
  });
});
