import { setTimeout as delay } from "node:timers/promises";
import { HOUR_MS } from "../../src/shared/time.js";
import { offerFields, productLine } from "../integration/catalogue/catalogue-files.js";
import { moveClock } from "../support/clock.js";
import type { EngineProcess } from "../support/engine-process.js";
import { openFixture, writeCatalogue } from "./support/fixture.js";
import { importProducts } from "./support/load.js";
import { testFault } from "./support/rounds.js";
import { Scenario } from "./support/scenario.js";

const maxLifetimeMs = 4_000;
const pointCount = 400;
const period = { start: "2026-01-01", end: "2026-11-20" };

/** A price history that ends with the offer's own price. */
function longHistory(salt: number): object[] {
  return Array.from({ length: pointCount }, (_, i) => ({
    price: i === pointCount - 1 ? 19.99 : 20 + ((i * 7 + salt) % 13),
    availability: "in",
    timestamp: new Date(Date.UTC(2026, 0, 1) + i * 12 * HOUR_MS).toISOString(),
  }));
}

/** Imports products with long histories and reads the histories of a hundred products at a time. */
async function readLongHistories(scenario: Scenario, engine: EngineProcess): Promise<void> {
  const { random, folder } = scenario.round;
  const names = Array.from({ length: random.integer(200, 1_200) }, (_, i) => `big${i}`);
  const file = writeCatalogue(folder, "big", names, (name, i) =>
    productLine(name, { offers: [offerFields(name, { history: longHistory(i) })] }),
  );
  if (!(await importProducts(scenario, engine, file, names))) return;
  for (let from = 0; from < names.length; from += 100) {
    const ids = names.slice(from, from + 100).map((name) => `product/test/${name}`);
    await engine.call("offers.history", { ids, ...period });
  }
}

async function runWithLittleMemory(scenario: Scenario): Promise<void> {
  const { folder, random, count } = scenario.round;
  const engine = scenario.startEngine({ nodeOptions: [`--max-old-space-size=${random.integer(12, 48)}`] });
  const baseUrl = await engine.ready().catch(() => null);
  if (baseUrl === null) return count("engines that failed to start");
  let hasExited = false;
  void engine.exited.then(() => {
    hasExited = true;
  });
  const load = scenario.startLoad(baseUrl, { engine });
  moveClock(folder, HOUR_MS);
  const reading = readLongHistories(scenario, engine).catch(() => undefined);
  await Promise.race([reading, delay(maxLifetimeMs), engine.exited]);
  const loadStopped = load.stop();
  count(hasExited ? "engines that ran out of memory" : "engines that stayed within their memory");
  await engine.kill();
  await Promise.all([loadStopped, reading]);
}

testFault("an engine that runs out of memory loses nothing and starts again", {
  name: "memory",
  scenario: "12 to 48 MB for imports and requests of long histories",
  rounds: { short: 1, long: 40 },
  prepare: openFixture,
  runRound: async (round, fixture) => {
    const scenario = new Scenario(fixture, round);
    await runWithLittleMemory(scenario);
    moveClock(round.folder, HOUR_MS);
    scenario.expectNothingLost("After the exit");
    await scenario.restartUntilIdle();
    scenario.expectFinalState("After the next start");
  },
  minCounts: { "acknowledged writes": 1 },
});
