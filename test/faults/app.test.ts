import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { ensureBuilt } from "../support/cli.js";
import { expectNone } from "./checks/finding.js";
import { usedOf } from "./checks/ledger.js";
import { checkDrops, checkReceived } from "./checks/world.js";
import { closeApp, openApp, type RunningApp, untilGone } from "./support/app.js";
import { loadOverHttp } from "./support/load.js";
import { checkAfter, checkAtRest, look, waitForRest } from "./support/look.js";
import { dropPrices } from "./support/market.js";
import { type Round, roundsTimeoutMs, runRounds } from "./support/rounds.js";
import { clockEnv, clockNow, copyPrepared, moveClock, openSetting, type Setting } from "./support/setting.js";
import { Toll } from "./support/toll.js";

beforeAll(ensureBuilt);

const hourMs = 3_600_000;
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
  moveClock(data, hourMs);
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
    const before = look(data, usedOf);
    setting.receiver.received.length = 0;
    const drops = dropPrices(setting, round.chance);
    const toll = await live(round, setting, data);
    expectNone(
      "After the kill",
      look(data, (db) => checkAfter(db, before, toll, round.tally)),
    );
    const app = await openApp(data, { ...setting.env, ...clockEnv(data) });
    await waitForRest(data, () => clockNow(data));
    await closeApp(app);
    await untilGone(data, app);
    expectNone("After the next start", [
      ...look(data, (db) => [
        ...checkAfter(db, before, toll, round.tally),
        ...checkAtRest(db, clockNow(data)),
        ...checkDrops(db, drops),
        ...checkReceived(db, setting.webhook.id, setting.receiver.received),
      ]),
    ]);
    round.tally.add("price drops told once", drops.length);
  });
  expect(tally.of("answers held against the ledger")).toBeGreaterThan(0);
});
