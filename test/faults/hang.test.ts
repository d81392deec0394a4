import { setTimeout as delay } from "node:timers/promises";
import { HOUR_MS } from "../../src/shared/time.js";
import { moveClock } from "../support/clock.js";
import { openFixture } from "./support/fixture.js";
import { testFault } from "./support/rounds.js";
import { Scenario } from "./support/scenario.js";

const maxLifetimeMs = 350;
const maxHangMs = 200;

/** An engine under load hangs while the time goes on. Then it continues, or is killed as the window's *Restart* does. */
async function hangUnderLoad(scenario: Scenario): Promise<void> {
  const { random, folder, count } = scenario.round;
  // Chosen before the load starts, which draws random numbers in an order that depends on timing.
  const lifetimeMs = random.next() * maxLifetimeMs;
  const hangMs = random.next() * maxHangMs;
  const isKilled = random.boolean(0.5);
  const engine = scenario.startEngine();
  const load = scenario.startLoad(await engine.ready(), { engine });
  await delay(lifetimeMs);
  await engine.signal("SIGSTOP");
  moveClock(folder, HOUR_MS);
  await delay(hangMs);
  if (!isKilled) {
    await engine.signal("SIGCONT");
    await scenario.finish(engine, load);
    count("engines that went on");
    return;
  }
  await scenario.killUnderLoad(engine, load);
  count("engines killed while they hung");
}

testFault("an engine that hangs under load loses nothing, whether it goes on or is killed", {
  name: "hang",
  scenario: "an engine that is stopped under load while the time goes on, then continued or killed",
  rounds: { short: 6, long: 100 },
  prepare: (context) => (process.platform === "win32" ? context.skip("It has no SIGSTOP.") : openFixture()),
  runRound: async (round, fixture) => {
    const scenario = new Scenario(fixture, round);
    await hangUnderLoad(scenario);
    scenario.expectFinalState("In the end");
  },
  minCounts: { "engines that went on": 1, "engines killed while they hung": 1 },
});
