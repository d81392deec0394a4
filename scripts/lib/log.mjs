/** Messages of the scripts. They go to stderr, because stdout belongs to the programs that the scripts start. */

/** A failure that is not a bug. The message explains it and names the next step; no stack trace is shown. */
export class ExpectedFailure extends Error {}

/** @param {string} line */
export function log(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Logs the start of a long step and then its duration. Without it, the wait would look like a hang.
 * @template T
 * @param {string} label for example "Installing packages"
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function logProgress(label, work) {
  const startedAt = performance.now();
  process.stderr.write(`${label} … `);
  try {
    const result = await work();
    log(`${secondsSince(startedAt)} s`);
    return result;
  } catch (error) {
    log(`failed after ${secondsSince(startedAt)} s`);
    throw error;
  }
}

/** @param {number} startedAt a value of `performance.now()` */
export function secondsSince(startedAt) {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}

/**
 * The end of a long output, where the cause of a failure usually is.
 * @param {string} output
 * @param {number} [count] lines
 */
export function lastLines(output, count = 15) {
  return output.trimEnd().split("\n").slice(-count).join("\n");
}

/**
 * Runs a script's main function and turns its outcome into the exit code.
 * @param {() => Promise<number | void>} main resolves to the exit code; undefined means 0
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    log(describeError(error));
    process.exitCode = 1;
  }
}

/** @param {unknown} error */
export function describeError(error) {
  if (error instanceof ExpectedFailure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
