/** What the scripts tell the user. Always on stderr: stdout belongs to the program that is started. */

/** A failure that can happen on a healthy checkout: told in words and with the next step, without a stack trace. */
export class ExpectedFailure extends Error {}

/** @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Says what is going on and, when it is over, how long it took. A wait without a word looks like a hang.
 * @template T
 * @param {string} what for example "Installing packages"
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function sayWhile(what, work) {
  const startedAt = performance.now();
  process.stderr.write(`${what} … `);
  try {
    const result = await work();
    say(`${secondsSince(startedAt)} s`);
    return result;
  } catch (error) {
    say(`failed after ${secondsSince(startedAt)} s`);
    throw error;
  }
}

/** @param {number} startedAt a value of `performance.now()` */
export function secondsSince(startedAt) {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}

/**
 * The end of a long output: the cause is nearly always there.
 * @param {string} output
 * @param {number} [count] lines
 */
export function lastLines(output, count = 15) {
  return output.trimEnd().split("\n").slice(-count).join("\n");
}

/**
 * Runs a script's main function and turns its outcome into the exit code.
 * @param {() => Promise<number | void>} main resolves to the exit code; nothing means 0
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    say(explain(error));
    process.exitCode = 1;
  }
}

/** @param {unknown} error */
export function explain(error) {
  if (error instanceof ExpectedFailure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
