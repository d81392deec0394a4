import type { TestEngine } from "./engine.js";

/**
 * Lets the sample market change where it is checked only. By itself it catches up with the engine's clock a second and
 * a half of real time after the start: with a clock that a test moves by days, whenever that is within the test.
 */
export function holdSampleMarket({ db }: TestEngine): void {
  const { changes } = db.connection
    .prepare("UPDATE setting SET value = ? WHERE key = 'sample.advanced_to'")
    .run(String(Date.UTC(9999, 0)));
  if (changes !== 1) throw new Error("There is no sample market.");
}
