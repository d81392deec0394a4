import { readClock } from "../../support/clock.js";
import type { Finding } from "../checks/finding.js";
import { expectNone } from "../checks/finding.js";
import { type Used, usedOf } from "../checks/ledger.js";
import { checkDrops, checkReceived } from "../checks/world.js";
import { checkAfter, checkAtRest, look } from "./look.js";
import { dropPrices } from "./market.js";
import type { Round } from "./rounds.js";
import type { Setting } from "./setting.js";
import type { Toll } from "./toll.js";

/** What a round begins with, and what it is held against in the end. */
export interface Stake {
  readonly setting: Setting;
  readonly round: Round;
  readonly data: string;
  readonly before: Used;
  readonly drops: ReturnType<typeof dropPrices>;
}

/** From here on it is counted what is charged, delivered and told; prices have just fallen. */
export function stakeIn(setting: Setting, round: Round, data: string): Stake {
  const before = look(data, usedOf);
  setting.receiver.received.length = 0;
  return { setting, round, data, before, drops: dropPrices(setting, round.chance) };
}

/** Right after an engine has gone: nothing that was acknowledged is lost. */
export function expectKept(when: string, { data, before, round }: Stake, toll: Toll): void {
  expectNone(
    when,
    look(data, (db) => checkAfter(db, before, toll, round.tally)),
  );
}

interface Ending {
  /** The folder with the engine's clock, where that is another. */
  readonly clock?: string;
  /** Nothing may have been seen later than now. */
  readonly knowsNoFuture?: boolean;
  readonly more?: readonly Finding[];
}

/** Once an engine has come to rest and ended: nothing is lost, nothing is left, and each fall was told once. */
export function expectWhole(when: string, stake: Stake, toll: Toll, ending: Ending = {}): void {
  const { setting, round, data, before, drops } = stake;
  const nowMs = readClock(ending.clock ?? data);
  const latestMs = ending.knowsNoFuture === true ? nowMs : Number.POSITIVE_INFINITY;
  expectNone(when, [
    ...look(data, (db) => [
      ...checkAfter(db, before, toll, round.tally, latestMs),
      ...checkAtRest(db, nowMs),
      ...checkDrops(db, drops),
      ...checkReceived(db, setting.webhook.id, setting.receiver.received),
    ]),
    ...(ending.more ?? []),
  ]);
  round.tally.add("price drops told once", drops.length);
}
