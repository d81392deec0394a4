import { Agent, request } from "node:https";
import { secretBox } from "../crypto/secret-box.js";
import { signatureHeaders, signatureOf } from "../crypto/signature.js";
import { countDue, insertDelivery } from "../db/delivery.js";
import { insertEvent } from "../db/event.js";
import { closeStore, openStore } from "../db/open.js";
import { type ReadDb, write } from "../db/store.js";
import { insertWebhook } from "../db/webhook.js";
import { ensureDefaultAccount } from "../operations/accounts.js";
import { deliveryText } from "../operations/deliver.js";
import { silentLog } from "../process/log.js";
import { startDeliveryAgent } from "../webhooks/delivery-agent.js";
import { ensureCertificate } from "../webhooks/listener/certificate.js";
import { deliveryTimeoutMs } from "../webhooks/post-event.js";
import { postsAtOnce, startPoster } from "../webhooks/poster.js";
import { spawnServer } from "./load.js";
import { type BenchRow, type Pair, rowOf } from "./row.js";

const webhooks = 5;
const eventsEach = 1_000;
const secret = "whsec_bench";

const data = {
  product: {
    service: "product/bench/1",
    title: "A product whose price has fallen",
    image: "https://shop.example/images/product.jpg",
    url: "https://shop.example/product",
  },
  retailer: "shop.example",
  price: { current: 79.99, previous: 99.99, currency: "USD" },
  availability: { current: "in", previous: "in" },
} as const;

function eventOf(i: number) {
  return { id: `evt_${i}`, accountId: 1, type: "price_drop", data, createdMs: 0 } as const;
}

function fillOutbox(db: ReadDb, url: string, run: number): void {
  const { account } = ensureDefaultAccount(db, 0);
  const sealed = secretBox(null).seal(secret);
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
      const event = eventOf(run * eventsEach + i);
      insertEvent(tx, { ...event, accountId: account.id });
      for (const id of ids) insertDelivery(tx, id, event.id, 0);
    }
  });
}

/** Deliveries a second of the agent: from rows, booked in rows. */
async function ours(db: ReadDb, url: string, certPem: string, run: number): Promise<number> {
  fillOutbox(db, url, run);
  const poster = startPoster({
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
    effects: { secrets: secretBox(null), post: poster.post },
    hasListener: () => true,
    onBooked: () => {
      if (ids.every((id) => countDue(db, id) === 0)) done();
    },
  });
  agent.work();
  await ended;
  const seconds = (performance.now() - startedMs) / 1_000;
  poster.close();
  await agent.stop();
  return (webhooks * eventsEach) / seconds;
}

function postOnce(url: string, body: Buffer, id: string, agent: Agent, certPem: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      "Content-Type": "application/json",
      "Content-Length": body.length,
      [signatureHeaders.eventId]: id,
      [signatureHeaders.attempt]: "1",
      [signatureHeaders.signature]: signatureOf(secret, 1, body),
    };
    const sent = request(url, { method: "POST", agent, headers, ca: certPem }, (response) => {
      response.resume();
      response.on("end", resolve);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** The same signed posts from memory, over as many connections, in a bare loop. */
async function floor(url: string, certPem: string): Promise<number> {
  let left = webhooks * eventsEach;
  const startedMs = performance.now();
  const lanes = Array.from({ length: webhooks }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: postsAtOnce });
    const drive = async () => {
      while (left > 0) {
        const event = eventOf(--left);
        await postOnce(url, Buffer.from(deliveryText(event, 1, 1)), event.id, agent, certPem);
      }
    };
    await Promise.all(Array.from({ length: postsAtOnce }, drive));
    agent.destroy();
  });
  await Promise.all(lanes);
  return (webhooks * eventsEach) / ((performance.now() - startedMs) / 1_000);
}

export async function deliverRow(folder: string, { runs }: { readonly runs: number }): Promise<BenchRow> {
  const db = openStore(folder);
  const { certPem } = await ensureCertificate(db, secretBox(null), Date.now());
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
