import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { HOUR_MS } from "../../src/shared/time.js";
import { offerFields, productLine } from "../integration/catalogue/catalogue-files.js";
import { ensureBuilt } from "../support/cli.js";
import { moveClock, readClock } from "../support/clock.js";
import type { EngineProcess } from "../support/engine-process.js";
import { load } from "./support/load.js";
import { waitForRest } from "./support/look.js";
import { type Round, roundsTimeoutMs, runRounds } from "./support/rounds.js";
import { copyPrepared, openSetting, type Setting, startIn, writeCatalogue } from "./support/setting.js";
import { expectKept, expectWhole, stakeIn } from "./support/stake.js";
import { Toll } from "./support/toll.js";

beforeAll(ensureBuilt);

const longestLifeMs = 4_000;
const historyPoints = 400;

function longHistory(salt: number): object[] {
  return Array.from({ length: historyPoints }, (_, i) => ({
    // In the end what the offer itself costs.
    price: i === historyPoints - 1 ? 19.99 : 20 + ((i * 7 + salt) % 13),
    availability: "in",
    timestamp: new Date(Date.UTC(2026, 0, 1) + i * 12 * HOUR_MS).toISOString(),
  }));
}

/** A file whose products have long histories, and a look-up of all of them at once. */
async function workHard({ chance, folder }: Round, engine: EngineProcess, toll: Toll): Promise<void> {
  const names = Array.from({ length: chance.whole(200, 1_200) }, (_, i) => `big${i}`);
  const lines = names.map((name, i) =>
    productLine(name, { offers: [offerFields(name, { history: longHistory(i) })] }),
  );
  const result = await engine.callHost("catalogue.import", writeCatalogue(folder, "big", lines));
  if (result.outcome !== "done" || result.data.ended !== "whole") return;
  const ids = names.map((name) => `product/test/${name}`);
  toll.keep("import", ...ids);
  for (let from = 0; from < ids.length; from += 100) {
    const settle = toll.send(1_000);
    const answer = await engine.call("offers.history", {
      ids: ids.slice(from, from + 100),
      start: "2026-01-01",
      end: "2026-11-20",
    });
    const found = answer.data.length;
    settle(3 * found + 324);
  }
}

/** One life with little memory; it may end early. */
async function live(round: Round, setting: Setting, data: string): Promise<Toll> {
  const { chance, folder, tally } = round;
  const toll = new Toll();
  const nodeOptions = [`--max-old-space-size=${chance.whole(12, 48)}`];
  const engine = startIn(setting, data, { nodeOptions });
  const baseUrl = await engine.ready().catch(() => null);
  let isGone = false;
  void engine.exited.then(() => {
    isGone = true;
  });
  if (baseUrl !== null) {
    const ending = new AbortController();
    const { signal } = ending;
    const loading = load({ engine, baseUrl, setting, chance, toll, folder, signal });
    moveClock(data, HOUR_MS);
    const working = workHard(round, engine, toll).catch(() => undefined);
    await Promise.race([working, delay(longestLifeMs), engine.exited]);
    ending.abort();
    tally.add(isGone ? "engines that ran out of memory" : "engines that made do");
    await engine.kill();
    await Promise.all([loading, working]);
  } else tally.add("engines that could not even start");
  return toll;
}

it("an engine that runs out of memory loses nothing and comes back", {
  timeout: roundsTimeoutMs,
}, async () => {
  const setting = await openSetting();
  const fault = {
    name: "memory",
    what: "12 to 48 MB for imports and look-ups of long histories",
    rounds: { short: 1, long: 40 },
  };
  const tally = await runRounds(fault, async (round) => {
    const data = copyPrepared(setting, round.folder);
    const stake = stakeIn(setting, round, data);
    const toll = await live(round, setting, data);
    moveClock(data, HOUR_MS);
    expectKept("After it has gone", stake, toll);
    const engine = startIn(setting, data);
    await engine.ready();
    await waitForRest(data, () => readClock(data));
    await engine.stop();
    expectWhole("After the next start", stake, toll);
  });
  expect(tally.of("acknowledged writes")).toBeGreaterThan(0);
});
