/** The command line of `npm run faults`. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

/**
 * @typedef {object} FaultOptions
 * @property {string[]} only names of faults; empty for all
 * @property {number | null} seed
 * @property {number | null} rounds
 * @property {boolean} isLong
 * @property {boolean} isFullRun whether the figures are complete enough for the docs
 */

/**
 * @param {string[]} args
 * @returns {FaultOptions}
 */
export function readFaultArguments(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: "string", multiple: true },
      seed: { type: "string" },
      rounds: { type: "string" },
      quick: { type: "boolean", default: false },
    },
  });
  const toNumber = (/** @type {string | undefined} */ text) => (text === undefined ? null : Number(text));
  const seed = toNumber(values.seed);
  const rounds = toNumber(values.rounds);
  const isLong = !values.quick;
  // So that `--only a b` selects both.
  return {
    only: [...(values.only ?? []), ...positionals],
    seed,
    rounds,
    isLong,
    isFullRun: isLong && rounds === null,
  };
}

/**
 * An error message for the first unknown name, if any.
 * @param {string[]} names
 * @param {string} folder of the fault tests
 */
export function findUnknownFault(names, folder) {
  const unknown = names.find((name) => !existsSync(join(folder, `${name}.test.ts`)));
  if (unknown === undefined) return undefined;
  const known = readdirSync(folder).flatMap((file) => /^(.+)\.test\.ts$/.exec(file)?.[1] ?? []);
  return `Unknown fault "${unknown}". The faults are ${known.join(", ")}.\nNext step: npm run faults -- --only ${known[0]}`;
}
