import { expect, it, onTestFinished, vi } from "vitest";
import { allRows } from "../../src/main/engine/db/store.js";
import { HOUR_MS } from "../../src/shared/time.js";
import { startTestEngine, type TestEngine } from "../support/engine.js";
import { checkConsistency } from "./checks/consistency.js";
import { expectNone, type Finding } from "./checks/finding.js";
import { checkDrops } from "./checks/world.js";
import { type BadShop, openBadShops } from "./support/bad-shop.js";
import { type Round, roundsTimeoutMs, runRounds } from "./support/rounds.js";

const mostHours = 4;
/** What a page may take while shops hang: as long as a test can wait for. */
const cutShortMs = 700;

/** Looked at whenever the engine starts. */
interface Pace {
  readonly gapMs: number;
  readonly speed: number;
  timeoutMs?: number;
}

interface Watch {
  readonly shop: BadShop;
  readonly service: string;
}

async function add(engine: TestEngine, shop: BadShop): Promise<Watch> {
  await engine.call("pages.allow", { host: shop.host, is_allowed: true });
  const added = await engine.call("links.add", { url: shop.url });
  if (!added.ok || added.data.outcome !== "added")
    throw new Error(`${shop.name}: not added: ${JSON.stringify(added)}`);
  return { shop, service: added.data.product_key };
}

interface Check {
  readonly service: string;
  readonly price_minor: number;
  readonly outcome: string;
  readonly detail: string | null;
  readonly failures: number;
}

function checksOf({ db }: TestEngine): Map<string, Check> {
  const rows = allRows<Check>(
    db,
    `SELECT service, price_minor, outcome, detail, failures FROM offer
     JOIN product ON product.id = product_id JOIN offer_check ON offer_id = offer.id`,
  );
  return new Map(rows.map((row) => [row.service, row]));
}

/** An hour passes, and every watched product has been checked: what is late has its turn a second after the other. */
async function passHour(engine: TestEngine, meanwhile: () => Promise<void> = async () => undefined) {
  engine.clock.advance(HOUR_MS);
  const sinceMs = engine.clock.now();
  await meanwhile();
  const areOpen = () => {
    engine.clock.advance(1_000);
    const sql = "SELECT 1 FROM schedule WHERE coalesce(last_run_at, 0) < ?";
    return allRows(engine.db, sql, sinceMs).length > 0;
  };
  await vi.waitUntil(() => !areOpen(), { timeout: 30_000, interval: 20 });
}

/** A check at a bad shop has failed with a sentence, or has seen the price that is really shown there. */
function checkWatch({ shop }: Watch, check: Check | undefined, knownMinor: number): Finding[] {
  if (check === undefined) return [`${shop.name}: never checked`];
  const { outcome, detail, price_minor } = check;
  if (outcome === "ok" && price_minor === shop.priceMinor) return [];
  const isTold = outcome !== "ok" && /^[A-Z].*\.$/.test(detail ?? "");
  return [
    ...(price_minor === knownMinor
      ? []
      : [`${shop.name}: ${price_minor} instead of ${knownMinor} or ${shop.priceMinor}`]),
    ...(isTold ? [] : [`${shop.name}: told as ${outcome}: ${detail}`]),
  ];
}

/** A busy computer may miss a shop's time once more; the next hour's check sees it. */
async function untilAllSeen(engine: TestEngine, watches: readonly Watch[]): Promise<void> {
  for (let hour = 0; hour < mostHours; hour++) {
    await passHour(engine);
    const checks = checksOf(engine);
    if (watches.every(({ service }) => checks.get(service)?.outcome === "ok")) return;
  }
}

/** While shops hang, what is here is answered. */
async function answerMeanwhile(engine: TestEngine): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => engine.get("/products/search?q=bad%20thing&limit=5")),
  );
  for (const { status } of answers) expect(status).toBe(200);
}

async function misbehave(round: Round): Promise<void> {
  const { chance, tally } = round;
  const shops = await openBadShops();
  onTestFinished(() => shops.forEach((shop) => void shop.close()));
  // Pauses after failures pass in no time.
  const pagePace: Pace = { gapMs: 1, speed: 100_000 };
  const engine = await startTestEngine({ pagePace, dataFolder: round.folder });
  try {
    const knownMinor = chance.whole(4_000, 6_000);
    for (const shop of shops) shop.priceMinor = knownMinor;
    const watches: Watch[] = [];
    for (const shop of shops) watches.push(await add(engine, shop));
    await engine.call("schedules.put", { ids: watches.map(({ service }) => service), schedule: "hourly" });
    await engine.call("webhooks.create", { url: "https://127.0.0.1:9/hook", events: ["price_drop"] });
    pagePace.timeoutMs = cutShortMs;
    await engine.restart();
    for (const shop of shops) {
      shop.priceMinor = knownMinor - chance.whole(100, 900);
      await shop.misbehave(chance);
    }
    await passHour(engine, () => answerMeanwhile(engine));
    const checks = checksOf(engine);
    expectNone(
      "While they misbehave",
      watches.flatMap((watch) => checkWatch(watch, checks.get(watch.service), knownMinor)),
    );
    tally.add(
      "checks that failed with a reason",
      [...checks.values()].filter(({ outcome }) => outcome !== "ok").length,
    );
    for (const shop of shops) await shop.behave();
    await untilAllSeen(engine, watches);
    const drops = watches.map(({ shop, service }) => ({ service, priceMinor: shop.priceMinor }));
    expectNone("Once they behave again", [
      ...checkConsistency(engine.db),
      ...checkDrops(engine.db, drops).filter((finding) => !finding.includes("inbox")),
    ]);
    tally.add("prices right afterwards, told once", drops.length);
  } finally {
    await engine.stop();
    for (const shop of shops) shop.close();
  }
}

it("no server, however bad, brings a wrong price or keeps the engine from its work", {
  timeout: roundsTimeoutMs,
}, async () => {
  const fault = {
    name: "network",
    what: "28 ways in which servers and the way to them are bad, at once",
    rounds: { short: 1, long: 50 },
  };
  const tally = await runRounds(fault, misbehave);
  expect(tally.of("checks that failed with a reason")).toBeGreaterThan(20);
});
