import { Agent } from "node:https";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { type ReadDb, write } from "../../src/main/engine/db/store.js";
import { countPendingDeliveries, insertDelivery } from "../../src/main/engine/db/webhooks/delivery.js";
import { insertEvent } from "../../src/main/engine/db/webhooks/event.js";
import { insertWebhook } from "../../src/main/engine/db/webhooks/webhook.js";
import { ensureDefaultAccount } from "../../src/main/engine/operations/account/accounts.js";
import { createSecretBox } from "../../src/main/engine/operations/request/secret-box.js";
import { silentLog } from "../../src/main/engine/process/log.js";
import { DeliveryAgent } from "../../src/main/engine/webhooks/delivery-agent.js";
import { ensureCertificate } from "../../src/main/engine/webhooks/listener/certificate.js";
import { deliveryTimeoutMs } from "../../src/main/engine/webhooks/post-event.js";
import { createWebhookClient, maxPostsInFlight } from "../../src/main/engine/webhooks/webhook-client.js";
import { type BenchRow, createRatioRow, measurePairs } from "../row.js";
import { spawnServer } from "./http-load.js";
import { benchSecret, createBenchEvent, postBenchEvent } from "./signed-post.js";

const webhookCount = 5;
const eventCount = 1_000;
const deliveryCount = webhookCount * eventCount;

/** Queues every event for every webhook. Returns the ids of the webhooks. */
function fillOutbox(db: ReadDb, url: string, run: number): string[] {
  const { account } = ensureDefaultAccount(db, 0);
  const sealed = createSecretBox(null).seal(benchSecret);
  const ids = Array.from({ length: webhookCount }, (_, i) => `wh_${run}_${i}`);
  write(db, (tx) => {
    for (const id of ids)
      insertWebhook(tx, {
        id,
        accountId: account.id,
        url,
        events: ["price_drop"],
        isActive: true,
        secret: sealed,
        isLocal: true,
        createdMs: 0,
      });
    for (let i = 0; i < eventCount; i++) {
      const event = createBenchEvent(run * eventCount + i, account.id);
      insertEvent(tx, event);
      for (const id of ids) insertDelivery(tx, id, event.id, 0);
    }
  });
  return ids;
}

/** Deliveries per second by the delivery agent, which reads them from the database and records each attempt. */
async function measureAgent(db: ReadDb, url: string, certPem: string, run: number): Promise<number> {
  const ids = fillOutbox(db, url, run);
  const client = createWebhookClient({
    timeoutMs: deliveryTimeoutMs,
    userAgent: "Tidemark/bench",
    guard: null,
    localCertificate: () => certPem,
  });
  const startedMs = performance.now();
  let onAllDelivered = () => {};
  const delivered = new Promise<void>((resolve) => {
    onAllDelivered = resolve;
  });
  const agent = new DeliveryAgent({
    db,
    clock: { now: () => 1 },
    log: silentLog,
    effects: { secrets: createSecretBox(null), post: client.post },
    hasListener: () => true,
    onRecorded: () => {
      if (ids.every((id) => countPendingDeliveries(db, id) === 0)) onAllDelivered();
    },
  });
  agent.runDue();
  await delivered;
  const seconds = (performance.now() - startedMs) / 1_000;
  client.close();
  await agent.stop();
  return deliveryCount / seconds;
}

/** Deliveries per second by a bare loop, which sends the same signed requests from memory over as many connections. */
async function measureFloor(url: string, certPem: string): Promise<number> {
  let left = deliveryCount;
  const startedMs = performance.now();
  const webhooks = Array.from({ length: webhookCount }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: maxPostsInFlight });
    const postAll = async () => {
      while (left > 0) await postBenchEvent(url, --left, 1, { agent, ca: certPem });
    };
    await Promise.all(Array.from({ length: maxPostsInFlight }, postAll));
    agent.destroy();
  });
  await Promise.all(webhooks);
  return deliveryCount / ((performance.now() - startedMs) / 1_000);
}

export async function deliveryRow(folder: string, { runs }: { readonly runs: number }): Promise<BenchRow> {
  const db = openStore(folder);
  const { certPem } = await ensureCertificate(db, createSecretBox(null), Date.now());
  const receiver = await spawnServer("receiver", folder);
  try {
    const url = `https://127.0.0.1:${receiver.port}/`;
    const pairs = await measurePairs(
      runs,
      (run) => measureAgent(db, url, certPem, run),
      () => measureFloor(url, certPem),
    );
    return createRatioRow("events delivered, 5 webhooks", "deliveries/s", pairs, { atLeast: 0.8 });
  } finally {
    receiver.stop();
    closeStore(db);
  }
}
