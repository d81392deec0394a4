import { cpSync } from "node:fs";
import { join } from "node:path";
import { openReader } from "../../../src/main/engine/db/open.js";
import { readClock } from "../../support/clock.js";
import type { EngineProcess, ProcessOptions } from "../../support/engine-process.js";
import { until } from "../../support/until.js";
import { checkConsistency, expectNoFindings, type Finding, withDatabase } from "../checks/database.js";
import { ExpectedState } from "../checks/expected-state.js";
import * as outcome from "../checks/outcome.js";
import { type Fixture, lowerPrices, startEngineProcess } from "./fixture.js";
import { type RunningLoad, startLoad } from "./load.js";
import type { Round } from "./rounds.js";

/** Longer than a stop of the engine takes. */
const stopMarginMs = 3_000;

export function copyPrepared({ prepared }: Fixture, data: string): string {
  cpSync(prepared, data, { recursive: true });
  return data;
}

/** A round on a copy of the fixture's data folder, with lower prices at the shops. */
export class Scenario {
  readonly fixture: Fixture;
  readonly round: Round;
  readonly data: string;
  readonly expected: ExpectedState;
  /** The price drops that the engine has yet to find. */
  readonly drops: readonly outcome.PriceDrop[];
  readonly #engines: EngineProcess[] = [];

  constructor(fixture: Fixture, round: Round, data: string = join(round.folder, "data")) {
    this.fixture = fixture;
    this.round = round;
    this.data = copyPrepared(fixture, data);
    this.expected = withDatabase(data, (db) => new ExpectedState(db));
    this.drops = lowerPrices(fixture, round.random);
    fixture.receiver.received.length = 0;
  }

  /** Starts an engine whose clock is moved in the round's folder. */
  startEngine(options: ProcessOptions = {}): EngineProcess {
    const engine = startEngineProcess(this.fixture, this.data, {
      ...options,
      clockFolder: this.round.folder,
    });
    this.#engines.push(engine);
    return engine;
  }

  /** Waits until the engine is ready. */
  startLoad(engine: EngineProcess, options: { readonly isDiskFull?: boolean } = {}): Promise<RunningLoad> {
    return startLoad(this, engine, options.isDiskFull);
  }

  /** Waits until the engine has finished all that is due, and nothing becomes due before it has stopped. */
  async waitUntilIdle(): Promise<void> {
    const db = openReader(this.data);
    let findings: Finding[] = [];
    const isIdle = () => {
      findings = outcome.checkIdle(db, readClock(this.round.folder) + stopMarginMs);
      return findings.length === 0;
    };
    try {
      await until(isIdle);
    } catch {
      throw new Error(`The engine does not become idle:\n  ${findings.join("\n  ")}`);
    } finally {
      db.connection.close();
    }
  }

  /** Lets an engine finish all that is due, and stops it. */
  async finish(engine: EngineProcess, load: RunningLoad): Promise<void> {
    await load.stop();
    await this.waitUntilIdle();
    await engine.stop();
  }

  /** Kills an engine under load. Nothing acknowledged may be lost, and the next start must finish all that is due. */
  async killUnderLoad(engine: EngineProcess, load: RunningLoad): Promise<void> {
    const loadStopped = load.stop();
    await engine.kill();
    await loadStopped;
    this.expectNothingLost("After the kill");
    await this.restartUntilIdle();
  }

  /** The start after the fault must succeed and finish all that is due. */
  async restartUntilIdle(): Promise<void> {
    const engine = this.startEngine();
    await engine.ready();
    await this.waitUntilIdle();
    await engine.stop();
  }

  /** Right after the fault, the database is consistent and holds every acknowledged write. */
  expectNothingLost(when: string): void {
    expectNoFindings(
      when,
      withDatabase(this.data, (db) => [...checkConsistency(db), ...this.expected.check(db)]),
    );
    this.#countChecks();
  }

  /** After an idle engine has stopped, nothing is lost or unfinished, and each price drop was reported once. */
  expectFinalState(when: string, { allowsFuture = true } = {}): void {
    const { fixture, expected, drops } = this;
    const nowMs = readClock(this.round.folder);
    expectNoFindings(when, [
      ...withDatabase(this.data, (db) => [
        ...checkConsistency(db, allowsFuture ? Number.POSITIVE_INFINITY : nowMs),
        ...expected.check(db),
        ...outcome.checkIdle(db, nowMs),
        ...outcome.checkDueTimes(db, nowMs),
        ...outcome.checkDrops(db, drops),
        ...outcome.checkReceived(db, fixture.webhookId, fixture.receiver.received),
        ...outcome.checkNotifications(
          db,
          this.#engines.flatMap(({ events }) => events),
        ),
      ]),
    ]);
    this.#countChecks();
    this.round.count("price drops reported once", drops.length);
  }

  #countChecks(): void {
    this.round.count("databases verified");
    this.round.count("acknowledged writes", this.expected.writeCount);
    this.round.count("responses matched with the ledger", this.expected.answered.requests);
  }
}
