import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { HOUR_MS } from "../../src/shared/time.js";
import { productLine } from "../integration/catalogue/catalogue-files.js";
import { ensureBuilt } from "../support/cli.js";
import { moveClock, readClock } from "../support/clock.js";
import type { EngineProcess } from "../support/engine-process.js";
import { checkTold } from "./checks/inbox.js";
import { importUntil } from "./support/import-beside.js";
import { load } from "./support/load.js";
import { waitForRest } from "./support/look.js";
import { type Round, roundsTimeoutMs, runRounds } from "./support/rounds.js";
import { copyPrepared, openSetting, type Setting, startIn, writeCatalogue } from "./support/setting.js";
import { expectKept, expectWhole, stakeIn } from "./support/stake.js";
import { Toll } from "./support/toll.js";

beforeAll(ensureBuilt);

/** Nearly every kill comes while the engine is at work. */
const longestLifeMs = 350;
/** About as many transactions as an engine keeps in such a life. */
const mostCommits = 150;
const shareOfImports = 0.15;
const preload = resolve("test/support/kill-at-commit.mjs");

function entriesTold({ events }: EngineProcess): string[] {
  return events.flatMap((each) => (each.kind === "inbox" ? [each.entry.event_id] : []));
}

/** Half of the engines die at a moment, the others right before or after one of their commits. */
function planDeath({ chance, folder }: Round) {
  const lifeMs = chance.next() * longestLifeMs;
  if (chance.is(0.5)) return { lifeMs, options: {} };
  const killFile = join(folder, "kill");
  writeFileSync(killFile, `${chance.whole(1, mostCommits)} ${chance.pick(["before", "after"])}`);
  return { lifeMs: 2 * longestLifeMs, options: { env: { KILL_FILE: killFile }, preload } };
}

/** Now and then another program writes beside the engine, and may be killed, too. */
async function importBeside({ chance, folder }: Round, data: string, toll: Toll): Promise<void> {
  if (!chance.is(shareOfImports)) return;
  const names = Array.from({ length: 300 }, (_, i) => `beside${i}`);
  const file = writeCatalogue(
    folder,
    "beside",
    names.map((name) => productLine(name)),
  );
  const isImported = await importUntil(data, file, chance.is(0.5) ? chance.next() * 500 : null);
  if (isImported) toll.keep("import", ...names.map((name) => `product/test/${name}`));
}

/** One life of an engine, from its start to its violent end; gives what it acknowledged. */
async function live(round: Round, setting: Setting, data: string): Promise<Toll> {
  const { chance } = round;
  const toll = new Toll();
  const { lifeMs, options } = planDeath(round);
  const engine = startIn(setting, data, options);
  // Killed by its own commit, it may not even become ready.
  const baseUrl = await engine.ready().catch(() => null);
  const ending = new AbortController();
  const { signal } = ending;
  const working =
    baseUrl === null
      ? Promise.resolve()
      : load({ engine, baseUrl, setting, chance, toll, folder: round.folder, signal });
  const importing = importBeside(round, data, toll);
  const dueMs = chance.next() * lifeMs;
  await Promise.race([delay(dueMs), engine.exited]);
  moveClock(data, HOUR_MS);
  await Promise.race([delay(lifeMs - dueMs), engine.exited]);
  ending.abort();
  await engine.kill();
  await Promise.all([working, importing]);
  toll.told.push(...entriesTold(engine));
  return toll;
}

async function comeBack(setting: Setting, data: string): Promise<string[]> {
  const engine = startIn(setting, data);
  await engine.ready();
  await waitForRest(data, () => readClock(data));
  await engine.stop();
  return entriesTold(engine);
}

it("an engine that is killed at any moment loses nothing and says nothing twice", {
  timeout: roundsTimeoutMs,
}, async () => {
  const setting = await openSetting();
  const fault = {
    name: "kill",
    what: "`kill -9` of the engine, at a moment or at a commit",
    rounds: { short: 12, long: 500 },
  };
  const tally = await runRounds(fault, async (round) => {
    const data = copyPrepared(setting, round.folder);
    const stake = stakeIn(setting, round, data);
    const toll = await live(round, setting, data);
    expectKept("After the kill", stake, toll);
    const told = await comeBack(setting, data);
    expectWhole("After the next start", stake, toll, { more: checkTold([...toll.told, ...told]) });
  });
  // It was worth the trouble.
  expect(tally.of("acknowledged writes")).toBeGreaterThan(100);
  expect(tally.of("answers held against the ledger")).toBeGreaterThan(100);
});
