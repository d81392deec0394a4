import { setTimeout as delay } from "node:timers/promises";
import { productLine } from "../../integration/catalogue/catalogue-files.js";
import type { EngineProcess } from "../../support/engine-process.js";
import type { Chance } from "./chance.js";
import { type Setting, stockIds, writeCatalogue } from "./setting.js";
import type { Toll } from "./toll.js";

/** An engine that is asked over HTTP, and what was heard of it. */
interface HttpWork {
  readonly baseUrl: string;
  readonly setting: Setting;
  readonly chance: Chance;
  readonly toll: Toll;
  readonly signal: AbortSignal;
}

/** As a script and the app do at the same time. */
interface Work extends HttpWork {
  readonly engine: EngineProcess;
  /** For files to import. */
  readonly folder: string;
}

interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
  readonly most: number;
  readonly onAnswer?: (body: Record<string, never>) => void;
}

/** All of them together stay below the rate of an hour. */
const mostRequests = 600;
const askers = 3;
const importLines = 30;

async function ask(
  { baseUrl, setting, toll }: HttpWork,
  { method = "GET", path, body, most, onAnswer }: Ask,
) {
  const settle = toll.send(most);
  const answer = await fetch(baseUrl + path, {
    method,
    headers: { Authorization: `Bearer ${setting.key}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const said = (await answer.json()) as Record<string, never>;
  // A full disk answers 500 and is charged nothing; it is in doubt whether it was counted.
  if (answer.status >= 500) return;
  settle(Number(answer.headers.get("x-credits-used") ?? 0), answer.status !== 429);
  if (answer.ok) onAnswer?.(said);
}

/** One of the contract's requests, by chance. */
function nextAsk({ chance, setting, toll }: HttpWork, asker: number): Ask {
  const id = encodeURIComponent(chance.pick([...stockIds, ...setting.watched]));
  const ids = (count: number) => Array.from({ length: count }, () => chance.pick(stockIds));
  switch (chance.whole(0, 7)) {
    case 0:
      return { path: `/products/offers?ids=${id}`, most: 3 };
    case 1:
      return { path: `/products/offers/history?ids=${id}&start=2026-10-01&end=2026-10-05`, most: 8 };
    case 2:
      return { path: "/products/search?q=product&limit=5", most: 5 };
    case 3:
      return { method: "POST", path: "/products/batch", body: { identifiers: ids(8) }, most: 8 };
    case 4:
      return {
        method: "POST",
        path: "/products/batch",
        body: { identifiers: ids(chance.whole(21, 60)) },
        most: 0,
        onAnswer: ({ batch }: { batch?: { id: string } }) => toll.keep("batch job", batch?.id ?? "?"),
      };
    case 5:
      return putSchedule(toll, chance, asker);
    default:
      return { path: `/products?ids=${id}`, most: 1 };
  }
}

/** Each asker has products of its own: of two answers at a time nobody could say which one holds. */
function putSchedule(toll: Toll, chance: Chance, asker: number): Ask {
  const id = chance.pick(stockIds.filter((_, i) => i % askers === asker));
  const cadences = ["hourly", "daily", "weekly"] as const;
  const cadence = chance.pick(cadences);
  for (const each of cadences) toll.forget("schedule", `${id} ${each}`);
  return {
    method: "PUT",
    path: `/products/scheduled?ids=${encodeURIComponent(id)}&schedule=${cadence}`,
    most: 1,
    onAnswer: () => toll.keep("schedule", `${id} ${cadence}`),
  };
}

/** What a shopper sets up, one after the other. */
async function setUpNext({ engine, toll, chance, folder }: Work, n: number): Promise<void> {
  const product_key = chance.pick(stockIds);
  switch (n % 5) {
    case 0: {
      const names = Array.from({ length: importLines }, (_, i) => `n${n}x${i}`);
      const file = writeCatalogue(
        folder,
        `import-${n}`,
        names.map((name) => productLine(name)),
      );
      const result = await engine.callHost("catalogue.import", file);
      if (result.outcome !== "done" || result.data.ended !== "whole") return;
      toll.keep("import", ...names.map((name) => `product/test/${name}`));
      return;
    }
    case 1: {
      const trigger = { kind: "target", price: chance.whole(1, 500), currency: "USD" } as const;
      const { rule } = await engine.call("rules.save", { product_key, trigger });
      return toll.keep("rule", String(rule.id));
    }
    case 2:
      await engine.call("tags.change", { product_keys: [product_key], add: [`tag${n}`] });
      return toll.keep("tag", `${product_key} tag${n}`);
    default:
      return toll.keep("key", (await engine.call("keys.create", { name: `key ${n}` })).id);
  }
}

async function keepAsking(work: HttpWork, asker: number): Promise<void> {
  while (!work.signal.aborted && work.toll.requests < mostRequests) await ask(work, nextAsk(work, asker));
}

async function keepSettingUp(work: Work): Promise<void> {
  for (let n = 0; !work.signal.aborted; n++) {
    // What failed was not acknowledged; the next one may be.
    await setUpNext(work, n).catch(() => undefined);
    await delay(1);
  }
}

async function addWebhooks(work: HttpWork): Promise<void> {
  const { toll, chance, signal } = work;
  // Two of five are there already: the app's own, and the receiver's.
  for (let n = 0; n < 3 && !signal.aborted; n++) {
    await delay(chance.whole(1, 80));
    const body = { url: `https://127.0.0.1:9/hook-${n}`, events: ["availability_change"] };
    const onAnswer = ({ webhook }: { webhook?: { id: string } }) => toll.keep("webhook", webhook?.id ?? "?");
    await ask(work, { method: "POST", path: "/webhooks", body, most: 0, onAnswer });
  }
}

/** Asks as hard as it can until nobody answers any more, or the signal ends it. Failures end only who has them. */
export async function loadOverHttp(work: HttpWork): Promise<void> {
  const asking = Array.from({ length: askers }, (_, asker) => keepAsking(work, asker));
  await Promise.allSettled([...asking, addWebhooks(work)]);
}

/** As `loadOverHttp`, with what a shopper sets up meanwhile. */
export async function load(work: Work): Promise<void> {
  await Promise.allSettled([loadOverHttp(work), keepSettingUp(work)]);
}
