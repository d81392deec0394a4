import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { HOUR_MS } from "../../src/shared/time.js";
import { ensureBuilt } from "../support/cli.js";
import { clockEnv, moveClock, readClock } from "../support/clock.js";
import { closeApp, openApp, type RunningApp, untilGone } from "./support/app.js";
import { loadOverHttp } from "./support/load.js";
import { waitForRest } from "./support/look.js";
import { type Round, roundsTimeoutMs, runRounds } from "./support/rounds.js";
import { copyPrepared, openSetting, type Setting } from "./support/setting.js";
import { expectKept, expectWhole, stakeIn } from "./support/stake.js";
import { Toll } from "./support/toll.js";

beforeAll(ensureBuilt);

const longestLifeMs = 2_500;

/** The app alone, whose engine has to see by itself that nobody wants it any more; or both at once. */
function kill({ child, enginePid }: RunningApp, isEngineToo: boolean): void {
  child.kill("SIGKILL");
  if (isEngineToo) process.kill(enginePid, "SIGKILL");
}

async function live({ chance, tally }: Round, setting: Setting, data: string): Promise<Toll> {
  const toll = new Toll();
  const app = await openApp(data, { ...setting.env, ...clockEnv(data) });
  const ending = new AbortController();
  const { signal } = ending;
  const working = loadOverHttp({ baseUrl: app.baseUrl, setting, chance, toll, signal });
  const lifeMs = chance.next() * longestLifeMs;
  moveClock(data, HOUR_MS);
  await delay(lifeMs);
  ending.abort();
  const isEngineToo = chance.is(0.3);
  kill(app, isEngineToo);
  await working;
  await untilGone(data, app);
  tally.add(isEngineToo ? "apps killed with their engines" : "engines that ended with their app");
  return toll;
}

it("an app that is killed leaves nothing behind and opens again", { timeout: roundsTimeoutMs }, async () => {
  const setting = await openSetting();
  const fault = {
    name: "app",
    what: "`kill -9` of the whole app, with a window and checks under way",
    rounds: { short: 1, long: 25 },
  };
  const tally = await runRounds(fault, async (round) => {
    const data = copyPrepared(setting, round.folder);
    const stake = stakeIn(setting, round, data);
    const toll = await live(round, setting, data);
    expectKept("After the kill", stake, toll);
    const app = await openApp(data, { ...setting.env, ...clockEnv(data) });
    await waitForRest(data, () => readClock(data));
    await closeApp(app);
    await untilGone(data, app);
    expectWhole("After the next start", stake, toll);
  });
  expect(tally.of("answers held against the ledger")).toBeGreaterThan(0);
});
