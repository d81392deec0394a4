import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { productLine } from "../../integration/catalogue/catalogue-files.js";
import { ensureBuilt } from "../../support/cli.js";
import { clockFile } from "../../support/clock.js";
import { removeFolder, scratchFolder } from "../../support/disk.js";
import { EngineProcess, type ProcessOptions } from "../../support/engine-process.js";
import { type Receiver, startReceiver } from "../../support/receiver.js";
import { readLink, type Shop, startShop } from "../../support/shop.js";
import { trustedCertificateFile } from "../../support/tls.js";
import type { PriceDrop } from "../checks/outcome.js";
import type { Random } from "./random.js";

/** Imported products, which no shop sells. */
export const stockKeys = Array.from({ length: 40 }, (_, i) => `product/test/stock${i}`);

const shopCount = 4;
const initialPriceMinor = 5_000;

/** The data folder of an app that has been in use, with the shops and the webhook receiver that it knows. */
export interface Fixture {
  /** The data folder, copied for each round. */
  readonly prepared: string;
  readonly apiKey: string;
  readonly shops: readonly Shop[];
  /** The products of the shops, in the same order. */
  readonly shopProductKeys: readonly string[];
  readonly receiver: Receiver;
  readonly webhookId: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Starts shops with differently named products. */
async function startShops(): Promise<Shop[]> {
  const shops = await Promise.all(Array.from({ length: shopCount }, startShop));
  for (const [i, shop] of shops.entries()) {
    shop.page.extraFields = { name: `Shop thing ${i}` };
    setPrice(shop, initialPriceMinor);
  }
  return shops;
}

function setPrice(shop: Shop, priceMinor: number): void {
  shop.page = { ...shop.page, offer: { price: priceMinor / 100, availability: "InStock" } };
}

/** Sets prices below those in the prepared folder. */
export function lowerPrices({ shops, shopProductKeys }: Fixture, random: Random): PriceDrop[] {
  return shops.map((shop, i) => {
    const priceMinor = initialPriceMinor - random.integer(100, 2_000);
    setPrice(shop, priceMinor);
    return { productKey: shopProductKeys[i]!, priceMinor };
  });
}

/** Writes a catalogue file of products with these names. */
export function writeCatalogue(folder: string, file: string, names: readonly string[]): string {
  const path = join(folder, `${file}.jsonl`);
  writeFileSync(path, `${names.map((name) => productLine(name)).join("\n")}\n`);
  return path;
}

async function addShops(engine: EngineProcess, shops: readonly Shop[]): Promise<string[]> {
  const productKeys: string[] = [];
  for (const { host, origin } of shops) {
    await engine.call("pages.allow", { host, is_allowed: true });
    const added = await readLink(engine, { url: `${origin}/p/lantern` });
    if (added.outcome !== "added") throw new Error(`Not added: ${added.outcome}.`);
    productKeys.push(added.product_key);
  }
  await engine.call("schedules.put", { ids: productKeys, schedule: "hourly" });
  return productKeys;
}

/** Prepares a data folder for all rounds of a fault. Everything is closed and removed when the test ends. */
export async function openFixture(): Promise<Fixture> {
  await ensureBuilt();
  const prepared = scratchFolder("fault-prepared").path;
  const [shops, receiver] = await Promise.all([startShops(), startReceiver()]);
  const env = { NODE_EXTRA_CA_CERTS: await trustedCertificateFile() };
  onTestFinished(async () => {
    await receiver.close();
    removeFolder(prepared);
  });
  const engine = new EngineProcess(prepared, { start: { listenerPort: 0 }, env });
  await engine.ready();
  const stockNames = stockKeys.map((key) => key.slice("product/test/".length));
  await engine.callHost("catalogue.import", writeCatalogue(prepared, "stock", stockNames));
  const { webhook } = await engine.call("webhooks.create", {
    url: receiver.url,
    events: ["price_drop", "availability_change", "schedule_completion"],
  });
  const shopProductKeys = await addShops(engine, shops);
  const { key } = await engine.call("keys.create", { name: "load" });
  await engine.stop();
  return { prepared, apiKey: key, shops, shopProductKeys, receiver, webhookId: webhook.id, env };
}

/** Starts an engine as the app does, with the app's own listener. */
export function startEngineProcess(
  fixture: Fixture,
  data: string,
  { clockFolder = data, env, start, ...options }: ProcessOptions & { readonly clockFolder?: string } = {},
): EngineProcess {
  return new EngineProcess(data, {
    ...options,
    start: { listenerPort: 0, clockFile: clockFile(clockFolder), ...start },
    env: { ...fixture.env, ...env },
  });
}

/** Returns the reason if an engine does not start, and otherwise stops it. */
export async function findStartError(engine: EngineProcess): Promise<EngineProcess["startError"]> {
  const isReady = await engine.ready().then(
    () => true,
    () => false,
  );
  if (isReady) {
    await engine.stop();
    return null;
  }
  await engine.exited;
  if (engine.startError === null) throw new Error("The engine exited without a reason.");
  return engine.startError;
}
