import { Agent } from "node:https";
import { countPendingDeliveries, insertDelivery } from "../db/delivery.js";
import { insertEvent } from "../db/event.js";
import { closeStore, openStore } from "../db/open.js";
import { type ReadDb, write } from "../db/store.js";
import { insertWebhook } from "../db/webhook.js";
import { ensureDefaultAccount } from "../operations/account/accounts.js";
import { createSecretBox } from "../operations/request/secret-box.js";
import { silentLog } from "../process/log.js";
import { startDeliveryAgent } from "../webhooks/delivery-agent.js";
import { ensureCertificate } from "../webhooks/listener/certificate.js";
import { deliveryTimeoutMs } from "../webhooks/post-event.js";
import { createWebhookClient, maxPostsInFlight } from "../webhooks/webhook-client.js";
import { spawnServer } from "./load.js";
import { type BenchRow, type Pair, rowOf } from "./row.js";
import { benchEvent, benchSecret, postBenchEvent } from "./signed-post.js";

const webhooks = 5;
const eventsEach = 1_000;
function fillOutbox(db: ReadDb, url: string, run: number): void {
  const { account } = ensureDefaultAccount(db, 0);
  const sealed = createSecretBox(null).seal(benchSecret);
  write(db, (tx) => {
    const ids = Array.from({ length: webhooks }, (_, i) => `wh_${run}_${i}`);
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
        lastTriggeredMs: null,
        failureCount: 0,
        consecutiveFailures: 0,
      });
    for (let i = 0; i < eventsEach; i++) {
      const event = benchEvent(run * eventsEach + i, account.id);
      insertEvent(tx, event);
      for (const id of ids) insertDelivery(tx, id, event.id, 0);
    }
  });
}

/** Deliveries a second of the agent: from rows, booked in rows. */
async function ours(db: ReadDb, url: string, certPem: string, run: number): Promise<number> {
  fillOutbox(db, url, run);
  const poster = createWebhookClient({
    timeoutMs: deliveryTimeoutMs,
    userAgent: "Tidemark/bench",
    localCertificate: () => certPem,
  });
  const ids = Array.from({ length: webhooks }, (_, i) => `wh_${run}_${i}`);
  const startedMs = performance.now();
  let done = () => {};
  const ended = new Promise<void>((resolve) => {
    done = resolve;
  });
  const agent = startDeliveryAgent({
    db,
    clock: { now: () => 1 },
    log: silentLog,
    effects: { secrets: createSecretBox(null), post: poster.post },
    hasListener: () => true,
    onRecorded: () => {
      if (ids.every((id) => countPendingDeliveries(db, id) === 0)) done();
    },
  });
  agent.runDue();
  await ended;
  const seconds = (performance.now() - startedMs) / 1_000;
  poster.close();
  await agent.stop();
  return (webhooks * eventsEach) / seconds;
}

/** The same signed posts from memory, over as many connections, in a bare loop. */
async function floor(url: string, certPem: string): Promise<number> {
  let left = webhooks * eventsEach;
  const startedMs = performance.now();
  const lanes = Array.from({ length: webhooks }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: maxPostsInFlight });
    const drive = async () => {
      while (left > 0) await postBenchEvent(url, --left, 1, { agent, ca: certPem });
    };
    await Promise.all(Array.from({ length: maxPostsInFlight }, drive));
    agent.destroy();
  });
  await Promise.all(lanes);
  return (webhooks * eventsEach) / ((performance.now() - startedMs) / 1_000);
}

export async function deliverRow(folder: string, { runs }: { readonly runs: number }): Promise<BenchRow> {
  const db = openStore(folder);
  const { certPem } = await ensureCertificate(db, createSecretBox(null), Date.now());
  const receiver = await spawnServer("receiver", folder);
  try {
    const url = `https://127.0.0.1:${receiver.port}/`;
    const pairs: Pair[] = [];
    for (let run = 0; run <= runs; run++) {
      const pair = { ours: await ours(db, url, certPem, run), floor: await floor(url, certPem) };
      if (run > 0) pairs.push(pair);
    }
    return rowOf("events delivered, 5 webhooks", "deliveries/s", pairs, { atLeast: 0.8 });
  } finally {
    receiver.stop();
    closeStore(db);
  }
}
