import { cpSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { openReader } from "../../../src/main/engine/db/open.js";
import { readClock } from "../../support/clock.js";
import type { EngineProcess, ProcessOptions } from "../../support/engine-process.js";
import { checkConsistency, expectNoFindings, type Finding, withDatabase } from "../checks/database.js";
import { ExpectedState } from "../checks/expected-state.js";
import {
  checkDrops,
  checkDueTimes,
  checkIdle,
  checkInboxDrops,
  checkNotifications,
  checkReceived,
  type PriceDrop,
} from "../checks/outcome.js";
import { dropPrices, type Fixture, startEngineProcess } from "./fixture.js";
import type { Round } from "./rounds.js";

/** A round on a copy of the fixture's data folder. The engine's clock is moved in the round's folder. */
export interface Scenario {
  readonly fixture: Fixture;
  readonly round: Round;
  readonly data: string;
  readonly expected: ExpectedState;
  /** The price drops that the engine has yet to find. */
  readonly drops: readonly PriceDrop[];
}

export function copyPrepared({ prepared }: Fixture, data: string): string {
  cpSync(prepared, data, { recursive: true });
  return data;
}

/** Copies the data folder and lowers the prices at the shops. */
export function createScenario(
  fixture: Fixture,
  round: Round,
  data: string = join(round.folder, "data"),
): Scenario {
  copyPrepared(fixture, data);
  fixture.receiver.received.length = 0;
  const expected = withDatabase(data, (db) => new ExpectedState(db));
  return { fixture, round, data, expected, drops: dropPrices(fixture, round.random) };
}

export function startEngine({ fixture, data, round }: Scenario, options: ProcessOptions = {}): EngineProcess {
  return startEngineProcess(fixture, data, { ...options, clockFolder: round.folder });
}

export function recordNotifications({ expected }: Scenario, { events }: EngineProcess): void {
  for (const event of events)
    if (event.kind === "inbox") expected.notifiedEventIds.push(event.entry.event_id);
}

/** Waits until an engine has finished all that is due. */
export async function waitUntilIdle(data: string, clockFolder: string): Promise<void> {
  const db = openReader(data);
  let findings: Finding[] = [];
  const isIdle = () => {
    findings = checkIdle(db, readClock(clockFolder));
    return findings.length === 0;
  };
  try {
    await vi.waitUntil(isIdle, { timeout: 30_000, interval: 10 });
  } catch {
    throw new Error(`The engine does not become idle:\n  ${findings.join("\n  ")}`);
  } finally {
    db.connection.close();
  }
}

export async function stopWhenIdle(scenario: Scenario, engine: EngineProcess): Promise<void> {
  await waitUntilIdle(scenario.data, scenario.round.folder);
  await engine.stop();
  recordNotifications(scenario, engine);
}

/** The start after the fault must succeed and finish all that is due. */
export async function restartUntilIdle(scenario: Scenario): Promise<void> {
  const engine = startEngine(scenario);
  await engine.ready();
  await stopWhenIdle(scenario, engine);
}

/** Right after the fault, the database is consistent and holds every acknowledged write. */
export function expectNothingLost(when: string, { data, expected, round }: Scenario): void {
  countChecks(round, expected);
  expectNoFindings(
    when,
    withDatabase(data, (db) => [
      ...checkConsistency(db),
      ...expected.checkWrites(db),
      ...expected.checkLedger(db),
    ]),
  );
}

/** After an idle engine has stopped, nothing is lost or unfinished, and each price drop was reported once. */
export function expectFinalState(
  when: string,
  { fixture, round, data, expected, drops }: Scenario,
  { allowsFuture = true } = {},
): void {
  const nowMs = readClock(round.folder);
  countChecks(round, expected);
  expectNoFindings(when, [
    ...withDatabase(data, (db) => [
      ...checkConsistency(db, allowsFuture ? Number.POSITIVE_INFINITY : nowMs),
      ...expected.checkWrites(db),
      ...expected.checkLedger(db),
      ...checkIdle(db, nowMs),
      ...checkDueTimes(db, nowMs),
      ...checkDrops(db, drops),
      ...checkInboxDrops(db, drops),
      ...checkReceived(db, fixture.webhookId, fixture.receiver.received),
    ]),
    ...checkNotifications(expected.notifiedEventIds),
  ]);
  round.count("price drops reported once", drops.length);
}

function countChecks(round: Round, expected: ExpectedState): void {
  round.count("databases verified");
  round.count("acknowledged writes", expected.writeCount);
  round.count("responses matched with the ledger", expected.answered.requests);
}
