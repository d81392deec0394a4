import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { productLine } from "../../integration/catalogue/catalogue-files.js";
import { clockEnv } from "../../support/clock.js";
import { removeFolder, scratchFolder } from "../../support/disk.js";
import { EngineProcess, type ProcessOptions } from "../../support/engine-process.js";
import { type Receiver, startReceiver } from "../../support/receiver.js";
import { trustedCertificateFile } from "../../support/tls.js";
import { type Market, openMarket } from "./market.js";

/** Products that are there before anything goes wrong, beside those of the market. */
export const stockCount = 40;
export const stockIds = Array.from({ length: stockCount }, (_, i) => `product/test/stock${i}`);

/** A folder as a shopper's is after a while, and the world around it: shops, and somebody who is told. */
export interface Setting {
  /** Copied for each round. */
  readonly prepared: string;
  readonly key: string;
  readonly market: Market;
  /** The market's products, in the order of its shops. */
  readonly watched: readonly string[];
  readonly receiver: Receiver;
  readonly webhook: { readonly id: string; readonly secret: string };
  readonly env: NodeJS.ProcessEnv;
}

export function writeCatalogue(folder: string, name: string, lines: readonly string[]): string {
  const file = join(folder, `${name}.jsonl`);
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

async function watchMarket(engine: EngineProcess, market: Market): Promise<string[]> {
  const watched: string[] = [];
  for (const { host, url } of market.shops) {
    await engine.call("pages.allow", { host, is_allowed: true });
    const added = await engine.call("links.add", { url });
    if (added.outcome !== "added") throw new Error(`Not added: ${added.outcome}.`);
    watched.push(added.product_key);
  }
  await engine.call("schedules.put", { ids: watched, schedule: "hourly" });
  return watched;
}

async function fill(engine: EngineProcess, folder: string, market: Market, receiver: Receiver) {
  const lines = stockIds.map((id) => productLine(id.slice("product/test/".length)));
  await engine.callHost("catalogue.import", writeCatalogue(folder, "stock", lines));
  const { webhook } = await engine.call("webhooks.create", {
    url: receiver.url,
    events: ["price_drop", "availability_change", "schedule_completion"],
  });
  const watched = await watchMarket(engine, market);
  const { key } = await engine.call("keys.create", { name: "load" });
  return { webhook: { id: webhook.id, secret: webhook.secret }, watched, key };
}

/** Prepared once for all rounds of a fault; closed when the test ends. */
export async function openSetting(shops = 4): Promise<Setting> {
  const prepared = scratchFolder("fault-prepared").path;
  const [market, receiver] = await Promise.all([openMarket(shops), startReceiver()]);
  const env = { NODE_EXTRA_CA_CERTS: await trustedCertificateFile() };
  onTestFinished(async () => {
    market.close();
    await receiver.close();
    removeFolder(prepared);
  });
  const engine = new EngineProcess(prepared, { start: { listenerPort: 0 }, env });
  await engine.ready();
  const filled = await fill(engine, prepared, market, receiver);
  await engine.stop();
  return { prepared, market, receiver, env, ...filled };
}

/** The prepared folder in a round's own place, with a clock that the round can move. */
export function copyPrepared({ prepared }: Setting, folder: string): string {
  const data = join(folder, "data");
  cpSync(prepared, data, { recursive: true });
  return data;
}

/** An engine as the app runs it, with the app's own listener. */
export function startIn(setting: Setting, data: string, options: ProcessOptions = {}): EngineProcess {
  return new EngineProcess(data, {
    ...options,
    start: { listenerPort: 0, ...options.start },
    env: { ...setting.env, ...clockEnv(data), ...options.env },
  });
}
