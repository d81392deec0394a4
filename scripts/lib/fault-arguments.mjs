/** What `npm run faults` was asked for. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

/**
 * @typedef {object} FaultWish
 * @property {string[]} only names of faults; none for all
 * @property {number | null} seed
 * @property {number | null} rounds
 * @property {boolean} isLong
 * @property {boolean} isWhole its figures are those of a whole run, and worth keeping
 */

/**
 * @param {string[]} args
 * @returns {FaultWish}
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
  const number = (/** @type {string | undefined} */ text) => (text === undefined ? null : Number(text));
  const seed = number(values.seed);
  const rounds = number(values.rounds);
  const isLong = !values.quick;
  // `--only a b` names two.
  return {
    only: [...(values.only ?? []), ...positionals],
    seed,
    rounds,
    isLong,
    isWhole: isLong && rounds === null,
  };
}

/**
 * A sentence about the first name that is no fault's.
 * @param {string[]} names
 * @param {string} folder where the faults are
 */
export function unknownFault(names, folder) {
  const unknown = names.find((name) => !existsSync(join(folder, `${name}.test.ts`)));
  if (unknown === undefined) return undefined;
  const known = readdirSync(folder).flatMap((file) => /^(.+)\.test\.ts$/.exec(file)?.[1] ?? []);
  return `There is no fault "${unknown}": there are ${known.join(", ")}.\nNext step: npm run faults -- --only ${known[0]}`;
}
