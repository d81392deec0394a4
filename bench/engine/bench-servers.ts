import { createServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { windowBlocksSql } from "../../src/main/engine/db/prices/price-history.js";
import { matchesByIdentifierSql } from "../../src/main/engine/db/products/identifier.js";
import { systemClock } from "../../src/main/engine/domain/clock.js";
import { identifierKinds } from "../../src/main/engine/domain/identifier.js";
import { unpackPoints } from "../../src/main/engine/domain/point-codec.js";
import { matchAllQuery, parseSearchTerms } from "../../src/main/engine/domain/search-terms.js";
import { startServer } from "../../src/main/engine/http/server.js";
import { noEffects } from "../../src/main/engine/operations/request/effects.js";
import { createSecretBox } from "../../src/main/engine/operations/request/secret-box.js";
import { createPooledRandom } from "../../src/main/engine/process/engine.js";
import { silentLog } from "../../src/main/engine/process/log.js";
import { createUpstreams } from "../../src/main/engine/process/upstreams.js";
import { ensureCertificate } from "../../src/main/engine/webhooks/listener/certificate.js";
import { startLocalListener } from "../../src/main/engine/webhooks/listener/local-listener.js";
import { DAY_MS } from "../../src/shared/time.js";
import type { ServerKind } from "../groups.js";
import { serveCrowd, serveLoad, serveStrangers } from "./busy-row.js";
import { datasetEndMs } from "./dataset.js";
import { serveHourly } from "./hourly-engine.js";
import { serveShops, shopCount, timeScale } from "./shop-farm.js";
import { benchSecret } from "./signed-post.js";

/**
 * Advances four seconds with each reading, which keeps the rolling window of the rate limit as full as possible without
 * ever reaching 1,000 requests an hour.
 */
function createSteppingClock() {
  let nowMs = datasetEndMs;
  return { now: () => (nowMs += 4_000) };
}

async function serveOurs(folder: string): Promise<number> {
  const db = openStore(folder);
  const context = { db, clock: createSteppingClock(), randomBytes: createPooledRandom(), log: silentLog };
  const version = "bench";
  const options = { version, baseUrl: () => "", onChange: () => undefined };
  const { fetchMissing } = createUpstreams({ ...context, effects: noEffects }, options);
  const { port } = await startServer({ ...context, version, effects: { ...noEffects, fetchMissing } }, 0);
  return port;
}

/** Only `node:http`, the same SQL and `JSON.stringify`: no accounts, validation or headers. */
async function serveFloor(folder: string): Promise<number> {
  const { connection } = openStore(folder);
  const matches = connection.prepare<[number, string]>(matchesByIdentifierSql);
  const product = connection.prepare<[number]>("SELECT * FROM product WHERE id = ?");
  const offers = connection.prepare<[number]>(
    `SELECT * FROM offer WHERE product_id = ? AND is_trusted = 1 AND is_valid = 1 AND currency = 'USD'
     ORDER BY availability <> 1, price_minor, public_id`,
  );
  const blocks = connection.prepare<[number, number, number, number]>(windowBlocksSql);
  const readHistory = (offerId: number, fromMs: number, toMs: number) =>
    (blocks.all(offerId, toMs, offerId, fromMs) as { from_at: number; points: Buffer }[]).flatMap((block) =>
      unpackPoints(block.points, block.from_at).map((point) => ({
        price: point.priceMinor / 100,
        currency: "USD",
        availability: point.availability === 1 ? "in" : "out",
        timestamp: new Date(point.atMs).toISOString(),
      })),
    );
  const ranked = connection.prepare<[string, number, number]>(
    "SELECT rowid FROM product_text WHERE product_text MATCH ? ORDER BY rank LIMIT ? OFFSET ?",
  );
  const search = (text: string) =>
    (ranked.all(matchAllQuery(parseSearchTerms(text)), 20, 0) as { rowid: number }[]).map(({ rowid }) =>
      product.get(rowid),
    );
  const lookUp = (url: URL) => {
    const key = (url.searchParams.get("ids") ?? "").padStart(14, "0");
    const { id } = matches.get(identifierKinds.barcode, key) as { id: number };
    const data: Record<string, unknown> = { ...(product.get(id) as object) };
    if (url.pathname.endsWith("/history")) {
      const fromMs = Date.parse(url.searchParams.get("start") ?? "");
      const toMs = Date.parse(url.searchParams.get("end") ?? "") + DAY_MS;
      data.offers = (offers.all(id) as { id: number }[]).map((offer) => ({
        ...offer,
        history: readHistory(offer.id, fromMs, toMs),
      }));
    }
    return [data];
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const words = url.searchParams.get("q");
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ data: words === null ? lookUp(url) : search(words) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Accepts every event without reading it. */
async function serveReceiver(folder: string): Promise<number> {
  const db = openStore(folder);
  const { certPem, keyPem } = await ensureCertificate(db, createSecretBox(null), Date.now());
  closeStore(db);
  const server = createHttpsServer({ cert: certPem, key: keyPem }, (request, response) => {
    request.resume();
    request.on("end", () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

async function serveListener(folder: string): Promise<number> {
  const { port } = await startLocalListener({
    db: openStore(folder),
    clock: systemClock,
    randomBytes: createPooledRandom(),
    log: silentLog,
    secrets: createSecretBox(null),
    firstPort: 0,
    readSecret: () => benchSecret,
    onAnnounced: () => undefined,
    onAccepted: () => undefined,
  });
  return port;
}

/** Functions that start a server and return its port. */
const servers: Record<ServerKind, (folder: string) => Promise<number>> = {
  ours: serveOurs,
  floor: serveFloor,
  receiver: serveReceiver,
  listener: serveListener,
  shops: () => serveShops(shopCount, timeScale),
  hourly: serveHourly,
  crowd: serveCrowd,
  strangers: serveStrangers,
  names: (folder) => serveLoad(folder, "names"),
  histories: (folder) => serveLoad(folder, "histories"),
};

/** Starts a server and prints its port, for `spawnServer` to read. */
export async function startAndPrintPort(kind: ServerKind, folder: string): Promise<void> {
  process.stdout.write(`${await servers[kind](folder)}\n`);
}
