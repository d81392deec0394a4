import { expect } from "vitest";
import { allRows } from "../../src/main/engine/db/store.js";
import { HOUR_MS } from "../../src/shared/time.js";
import { startTestEngine, type TestEngine } from "../support/engine.js";
import { closedAddress } from "../support/network.js";
import { addLink } from "../support/shop.js";
import { until } from "../support/until.js";
import { checkConsistency, expectNoFindings, type Finding, findUnless } from "./checks/database.js";
import { checkDrops } from "./checks/outcome.js";
import { type BadShop, startBadShops } from "./support/bad-shop.js";
import { type Round, testFault } from "./support/rounds.js";

const maxRecoveryHours = 4;
/** Short, because some of the shops use all of it. */
const pageTimeoutMs = 700;

interface CheckRow {
  readonly service: string;
  readonly price_minor: number;
  readonly outcome: string;
  readonly detail: string | null;
}

function readChecks({ db }: TestEngine): ReadonlyMap<string, CheckRow> {
  const rows = allRows<CheckRow>(
    db,
    `SELECT service, price_minor, outcome, detail FROM offer
     JOIN product ON product.id = product_id JOIN offer_check ON offer_id = offer.id`,
  );
  return new Map(rows.map((row) => [row.service, row]));
}

/** Advances the clock by an hour, and then by seconds until every scheduled check has been made. */
async function passHour(engine: TestEngine, meanwhile: () => Promise<void> = async () => undefined) {
  engine.clock.advance(HOUR_MS);
  const sinceMs = engine.clock.now();
  await meanwhile();
  const areAllChecked = () => {
    engine.clock.advance(1_000);
    const sql = "SELECT 1 FROM schedule WHERE coalesce(last_run_at, 0) < ?";
    return allRows(engine.db, sql, sinceMs).length === 0;
  };
  await until(areAllChecked);
}

/** A check at a bad shop fails with a sentence and leaves the price, or reads the price that the shop shows. */
function checkResult(shop: BadShop, check: CheckRow | undefined, knownMinor: number): Finding[] {
  if (check === undefined) return [`${shop.name}: never checked`];
  const { outcome, detail, price_minor } = check;
  if (outcome === "ok" && price_minor === shop.priceMinor) return [];
  const hasReason = outcome !== "ok" && /^[A-Z].*\.$/.test(detail ?? "");
  return [
    ...findUnless(price_minor === knownMinor, `${shop.name}: ${price_minor} instead of ${knownMinor}`),
    ...findUnless(hasReason, `${shop.name}: outcome ${outcome} with the reason "${detail}"`),
  ];
}

/** On a busy computer, a check may time out even at a recovered shop, so the next hour's check counts, too. */
async function waitForRecovery(engine: TestEngine, keys: readonly string[]): Promise<void> {
  for (let hour = 0; hour < maxRecoveryHours; hour++) {
    await passHour(engine);
    const checks = readChecks(engine);
    if (keys.every((key) => checks.get(key)?.outcome === "ok")) return;
  }
}

async function expectSearchesSucceed(engine: TestEngine): Promise<void> {
  const search = () => engine.get("/products/search?q=bad%20thing&limit=5");
  const responses = await Promise.all(Array.from({ length: 10 }, search));
  expect(responses.every(({ status }) => status === 200)).toBe(true);
}

async function checkBadShops({ random, folder, count }: Round): Promise<void> {
  const shops = await startBadShops();
  // The speed cuts the delays after failures. The engine reads the timeout when it starts.
  const pagePace: { gapMs: number; speed: number; timeoutMs?: number } = { gapMs: 1, speed: 100_000 };
  const engine = await startTestEngine({ pagePace, dataFolder: folder });
  try {
    const knownMinor = random.integer(4_000, 6_000);
    const keys = new Map<BadShop, string>();
    for (const shop of shops) {
      shop.priceMinor = knownMinor;
      await engine.data("pages.allow", { host: shop.host, is_allowed: true });
      keys.set(shop, (await addLink(engine, shop.url)).product_key);
    }
    await engine.data("schedules.put", { ids: [...keys.values()], schedule: "hourly" });
    const url = `https://${closedAddress}/hook`;
    await engine.data("webhooks.create", { url, events: ["price_drop"] });
    pagePace.timeoutMs = pageTimeoutMs;
    await engine.restart();
    for (const shop of shops) {
      shop.priceMinor = knownMinor - random.integer(100, 900);
      await shop.misbehave(random);
    }
    await passHour(engine, () => expectSearchesSucceed(engine));
    const checks = readChecks(engine);
    expectNoFindings(
      "While the shops misbehave",
      shops.flatMap((shop) => checkResult(shop, checks.get(keys.get(shop)!), knownMinor)),
    );
    const failed = [...checks.values()].filter(({ outcome }) => outcome !== "ok");
    count("checks that failed with a reason", failed.length);
    for (const shop of shops) await shop.recover();
    await waitForRecovery(engine, [...keys.values()]);
    const drops = shops.map((shop) => ({ productKey: keys.get(shop)!, priceMinor: shop.priceMinor }));
    expectNoFindings("After the shops have recovered", [
      ...checkConsistency(engine.db),
      ...checkDrops(engine.db, drops, ["event"]),
    ]);
    count("correct prices afterwards, reported once", drops.length);
  } finally {
    await engine.stop();
    for (const shop of shops) shop.close();
  }
}

testFault("a bad shop causes no wrong price and delays no other request", {
  rounds: { short: 1, long: 50 },
  runRound: checkBadShops,
  minCounts: { "checks that failed with a reason": 21 },
});
