import { Agent } from "node:https";
import { closeStore, openStore } from "../db/open.js";
import { createSecretBox } from "../operations/request/secret-box.js";
import { ensureCertificate } from "../webhooks/listener/certificate.js";
import { spawnServer } from "./load.js";
import { type BenchRow, type Pair, rowOf } from "./row.js";
import { postBenchEvent } from "./signed-post.js";

const eventsEach = 500;
let sent = 0;

/** Milliseconds within which 95 of 100 events are answered, one after the other. */
async function percentile95(url: string, ca: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let i = 0; i < eventsEach; i++) {
    const startedMs = performance.now();
    await postBenchEvent(url, sent++, Date.now(), { agent, ca });
    times.push(performance.now() - startedMs);
  }
  agent.destroy();
  return times.sort((a, b) => a - b)[Math.floor(eventsEach * 0.95)] ?? Number.NaN;
}

/** The app's own listener, which verifies and stores each event, beside a server that takes everything. */
export async function listenerRow(folder: string, { runs }: { readonly runs: number }): Promise<BenchRow> {
  const db = openStore(folder);
  const { certPem } = await ensureCertificate(db, createSecretBox(null), Date.now());
  closeStore(db);
  const ours = await spawnServer("listener", folder);
  const floor = await spawnServer("receiver", folder);
  try {
    const measure = (port: number) => percentile95(`https://127.0.0.1:${port}/webhook`, certPem);
    const pairs: Pair[] = [];
    for (let run = 0; run <= runs; run++) {
      const pair = { ours: await measure(ours.port), floor: await measure(floor.port) };
      if (run > 0) pairs.push(pair);
    }
    return rowOf("listener answers, p95", "ms", pairs, { atMost: 3 });
  } finally {
    ours.stop();
    floor.stop();
  }
}
