import type { TestEngine } from "./engine.js";

/**
 * Stops the sample market from changing by itself, so that only checks change it. Otherwise it catches up with the
 * engine's clock 1.5 s of real time after the start, which a test that moves the clock by days cannot foresee.
 */
export function holdSampleMarket({ db }: TestEngine): void {
  const { changes } = db.connection
    .prepare("UPDATE setting SET value = ? WHERE key = 'sample.advanced_to'")
    .run(String(Date.UTC(9999, 0)));
  if (changes !== 1) throw new Error("The sample market is not loaded.");
}
