import { cpSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { HOUR_MS } from "../../src/shared/time.js";
import { type SmallDisk, smallDisk } from "../integration/storage/small-disk.js";
import { ensureBuilt } from "../support/cli.js";
import { clockEnv, moveClock, readClock } from "../support/clock.js";
import { removeFolder } from "../support/disk.js";
import { load } from "./support/load.js";
import { waitForRest } from "./support/look.js";
import { type Round, roundsTimeoutMs, runRounds } from "./support/rounds.js";
import { openSetting, type Setting, startIn } from "./support/setting.js";
import { expectWhole, stakeIn } from "./support/stake.js";
import { Toll } from "./support/toll.js";

beforeAll(ensureBuilt);

const megabytes = 16;
const mostLeft = 400_000;

interface Scene {
  readonly round: Round;
  readonly setting: Setting;
  readonly disk: SmallDisk;
  readonly data: string;
  readonly toll: Toll;
}

/** Its clock lies where there is room. */
function startOn(setting: Setting, data: string, folder: string) {
  return startIn(setting, data, { env: clockEnv(folder) });
}

/** Works while the disk fills up; ends it as it is told to, or kills it while there is no room. */
async function live({ round, setting, disk, data, toll }: Scene): Promise<void> {
  const { chance, folder, tally } = round;
  const engine = startOn(setting, data, folder);
  const baseUrl = await engine.ready();
  const ending = new AbortController();
  const working = load({ engine, baseUrl, setting, chance, toll, folder, signal: ending.signal });
  await delay(chance.whole(0, 150));
  disk.fill(chance.is(0.5) ? 0 : chance.whole(0, mostLeft));
  moveClock(folder, HOUR_MS);
  await delay(chance.whole(50, 300));
  if (chance.is(0.5)) {
    disk.free();
    await delay(100);
    ending.abort();
    await engine.stop();
    tally.add("engines that worked on");
  } else {
    ending.abort();
    await engine.kill();
    tally.add("engines killed on a full disk");
  }
  await working;
}

/** On a disk without room, or without the right to write, it starts or says what to do. */
async function seeStart({ round, setting, disk, data }: Scene): Promise<void> {
  const isReadOnly = round.chance.is(0.5);
  if (isReadOnly) {
    disk.free();
    disk.makeReadOnly();
  }
  const engine = startOn(setting, data, round.folder);
  const isReady = await engine.ready().then(
    () => true,
    () => false,
  );
  if (isReady) await engine.stop();
  else await engine.exited;
  if (isReadOnly) disk.makeWritable();
  if (isReady) return;
  round.tally.add("starts refused with a next step");
  expect(["disk-full", "not-writable"]).toContain(engine.startError?.problem);
  expect(engine.startError?.action).toMatch(
    /^(Free up some space|Grant your user write permission)[^\n]+\.$/,
  );
}

async function comeBack({ setting, disk, data, round }: Scene): Promise<void> {
  disk.free();
  const engine = startOn(setting, data, round.folder);
  await engine.ready();
  await waitForRest(data, () => readClock(round.folder));
  await engine.stop();
}

it("a disk that fills up loses nothing that was acknowledged", {
  timeout: roundsTimeoutMs,
}, async (context) => {
  const disk = smallDisk(megabytes);
  if (typeof disk === "string") return context.skip(disk);
  const setting = await openSetting();
  const fault = {
    name: "disk",
    what: "a disk that fills up under an engine at work; starts on a full and on a read-only one",
    rounds: { short: 2, long: 50 },
  };
  await runRounds(fault, async (round) => {
    const data = join(disk.root, "data");
    disk.free();
    removeFolder(data);
    cpSync(setting.prepared, data, { recursive: true });
    const scene: Scene = { round, setting, disk, data, toll: new Toll() };
    const stake = stakeIn(setting, round, data);
    await live(scene);
    await seeStart(scene);
    await comeBack(scene);
    expectWhole("Once there is room again", stake, scene.toll, { clock: round.folder });
  });
});
