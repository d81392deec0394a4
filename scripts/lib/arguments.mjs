import { parseArgs } from "node:util";
import { ExpectedFailure } from "./log.mjs";

/**
 * Prints the usage and ends the script if `--help` is among its arguments.
 * @param {string} usage
 */
export function answerHelp(usage) {
  if (!process.argv.includes("--help")) return;
  process.stdout.write(`Usage: ${usage}\n`);
  process.exit();
}

/**
 * Parses a script's arguments. Answers `--help`; throws `ExpectedFailure` with the usage for a
 * wrong option.
 * @template {import("node:util").ParseArgsOptionsConfig} T
 * @param {string} usage
 * @param {T} options
 * @param {{ allowPositionals?: boolean }} [settings]
 */
export function parseArguments(usage, options, { allowPositionals = false } = {}) {
  answerHelp(usage);
  try {
    return parseArgs({ options, allowPositionals });
  } catch (error) {
    throw new ExpectedFailure(`${/** @type {Error} */ (error).message.split(". ")[0]}.\nUsage: ${usage}`);
  }
}
