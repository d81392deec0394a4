import { Agent } from "node:https";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { createSecretBox } from "../../src/main/engine/operations/request/secret-box.js";
import { ensureCertificate } from "../../src/main/engine/webhooks/listener/certificate.js";
import { type BenchRow, createRatioRow, measurePairs, quantile } from "../row.js";
import { spawnServer } from "./http-load.js";
import { postBenchEvent } from "./signed-post.js";

const eventsPerRun = 500;
let sent = 0;

/** The 95th percentile of response times, in milliseconds, when sending one event at a time. */
async function measureResponses(url: string, ca: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let i = 0; i < eventsPerRun; i++) {
    const startedMs = performance.now();
    await postBenchEvent(url, sent++, Date.now(), { agent, ca });
    times.push(performance.now() - startedMs);
  }
  agent.destroy();
  return quantile(times, 0.95);
}

/** The app's own listener verifies and stores each event; the floor accepts anything. */
export async function listenerRow(folder: string, { runs }: { readonly runs: number }): Promise<BenchRow> {
  const db = openStore(folder);
  const { certPem } = await ensureCertificate(db, createSecretBox(null), Date.now());
  closeStore(db);
  const ours = await spawnServer("listener", folder);
  const floor = await spawnServer("receiver", folder);
  try {
    const measure = (port: number) => measureResponses(`https://127.0.0.1:${port}/webhook`, certPem);
    const pairs = await measurePairs(
      runs,
      () => measure(ours.port),
      () => measure(floor.port),
    );
    return createRatioRow("listener answers, p95", "ms", pairs, { atMost: 3 });
  } finally {
    ours.stop();
    floor.stop();
  }
}
