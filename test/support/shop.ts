import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { allRows } from "../../src/main/engine/db/store.js";
import type { Link, LinkOptions } from "../../src/shared/app/links.js";
import type { OperationInput, OperationName } from "../../src/shared/calls.js";
import { HOUR_MS } from "../../src/shared/time.js";
import { openTestEngine, type TestEngine, type TestEngineOptions } from "./engine.js";
import type { EngineProcess } from "./engine-process.js";
import { serve } from "./serve.js";
import { until } from "./until.js";

interface ShopPage {
  readonly offer: object;
  extraFields?: object;
  readonly status?: number;
  /** Replaces the page generated from the other fields. */
  readonly html?: string;
  /** The target of a redirect. */
  readonly location?: string;
}

export interface Shop {
  readonly origin: string;
  readonly host: string;
  /** The page at `/p/lantern`. */
  page: ShopPage;
  /** Called at each request. */
  onRequest: () => void;
  /** Responses wait for this. */
  hold: Promise<void> | null;
  /** Drops every connection from now on, but keeps its port so that no other server answers there. */
  vanish(): void;
  /** Answers again after `vanish`. */
  reappear(): void;
  readonly requests: { readonly path: string; readonly isConditional: boolean }[];
}

/** Starts a small shop with one product page, which is closed when the test ends. */
export async function startShop(): Promise<Shop> {
  const server = createServer(async (request, response) => {
    const isConditional = request.headers["if-none-match"] !== undefined;
    shop.onRequest();
    shop.requests.push({ path: request.url ?? "", isConditional });
    await shop.hold;
    const { offer, extraFields, status = 200, html, location } = shop.page;
    const data = {
      "@type": "Product",
      name: "Trail Lantern",
      ...extraFields,
      offers: { "@type": "Offer", priceCurrency: "USD", ...offer },
    };
    const body =
      html ?? `<h1>Trail Lantern</h1><script type="application/ld+json">${JSON.stringify(data)}</script>`;
    const etag = createHash("sha256").update(body).digest("hex").slice(0, 16);
    const isUnmodified = status === 200 && request.headers["if-none-match"] === `"${etag}"`;
    response
      .writeHead(isUnmodified ? 304 : status, {
        "Content-Type": "text/html",
        ETag: `"${etag}"`,
        ...(location === undefined ? {} : { Location: location }),
      })
      .end(isUnmodified ? "" : body);
  });
  let hasVanished = false;
  server.on("connection", (socket) => hasVanished && socket.destroy());
  const port = await serve(server);
  const shop: Shop = {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    page: { offer: { price: 49.99, availability: "InStock" } },
    onRequest: () => undefined,
    hold: null,
    requests: [],
    vanish: () => {
      hasVanished = true;
      server.closeAllConnections();
    },
    reappear: () => {
      hasVanished = false;
    },
  };
  return shop;
}

/** Lets a shop's responses wait until the returned function is called. */
export function holdAnswers(shop: Shop): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  shop.hold = promise;
  return resolve;
}

/** Starts an engine that is allowed to visit the shops. */
export async function startShopEngine(
  shops: readonly Pick<Shop, "host">[],
  options: TestEngineOptions = {},
): Promise<TestEngine> {
  const engine = await openTestEngine({ pagePace: { gapMs: 1 }, ...options });
  engine.db.connection
    .prepare("INSERT INTO setting (key, value) VALUES ('pages.allowed_hosts', ?)")
    .run(JSON.stringify(shops.map(({ host }) => host)));
  return engine;
}

/** Starts a shop, and an engine that is allowed to visit it. */
export async function startShopAndEngine(options: TestEngineOptions = {}) {
  const shop = await startShop();
  const engine = await startShopEngine([shop], options);
  return { shop, engine, url: `${shop.origin}/p/lantern` };
}

/** An engine's alerts, the oldest first, without the ports of shops. */
export async function readAlerts(engine: TestEngine) {
  const { entries } = await engine.data("inbox.list", {});
  return entries.toReversed().map(({ type, reason }) => [type, reason?.replace(/:\d+/, "")] as const);
}

/** Checks the only product of an engine hourly, and reads its alerts. */
export async function checkHourly(engine: TestEngine, productKey: string) {
  await engine.call("schedules.put", { ids: [productKey], schedule: "hourly" });
  const lastRun = () => allRows<{ at: number }>(engine.db, "SELECT last_run_at AS at FROM schedule")[0]?.at;
  const isRunning = () =>
    allRows(engine.db, "SELECT 1 FROM schedule WHERE run_started_at IS NOT NULL").length > 0;
  return {
    alerts: () => readAlerts(engine),
    async check(): Promise<void> {
      const before = lastRun();
      engine.clock.advance(HOUR_MS);
      await until(() => lastRun() !== before && !isRunning());
    },
  };
}

type AnyEngine = TestEngine | EngineProcess;

function ask<K extends OperationName>(engine: AnyEngine, operation: K, input: OperationInput<K>) {
  return "data" in engine ? engine.data(operation, input) : engine.call(operation, input);
}

type LinkInput = LinkOptions & { readonly url: string; readonly html?: string };

/** Adds a link, and waits until it is settled or asks; one that was known without a visit has no result. */
export async function putLink(engine: AnyEngine, { url, html, ...options }: LinkInput): Promise<Link> {
  const page = html === undefined ? {} : { html };
  const { links } = await ask(engine, "links.add", { links: [{ text: url, options, ...page }] });
  const waited = await ask(engine, "links.wait", { ids: links.map(({ id }) => id) });
  const [link] = waited.links;
  if (link === undefined) throw new Error("The link is gone.");
  return link;
}

/** What became of a link: what its page says, or what it asks. Throws if it failed, or was known without a visit. */
export async function readLink(engine: AnyEngine, input: LinkInput) {
  const { state, reason, question, result } = await putLink(engine, input);
  const read = question ?? result?.page;
  if (read == null) throw new Error(`${state}: ${reason ?? "known without a visit"}`);
  return read;
}

/** Adds a link that needs no more input than this. */
export async function addLink(engine: TestEngine, url: string, more: Omit<LinkInput, "url"> = {}) {
  const result = await readLink(engine, { url, ...more });
  if (result.outcome !== "added") throw new Error(`Not added: ${result.outcome}.`);
  return result;
}

/** Adds a page with what the user reads on it. */
export async function enterLink(
  engine: TestEngine,
  { url, ...read }: Omit<OperationInput<"links.enter">, "id"> & { readonly url: string },
) {
  const { links } = await engine.data("links.add", { links: [{ text: url }] });
  const { result } = await engine.data("links.enter", { id: links[0]?.id ?? 0, ...read });
  if (result?.page == null) throw new Error("Not added.");
  return result.page;
}
