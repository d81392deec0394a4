/** Starting other programs: either quietly with the output kept, or in the foreground in our place. */
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { constants as osConstants } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { isWindows, projectRoot } from "./paths.mjs";

const parentCheckMs = 100;

/**
 * @typedef {object} Captured
 * @property {boolean} ok ended by itself with code 0
 * @property {string} output stdout and stderr as they came
 * @property {boolean} isTimedOut
 */

/**
 * Runs a program with its output kept back. Never rejects: a program that cannot be started is a failed run.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, timeoutMs?: number, shell?: boolean }} [options]
 * @returns {Promise<Captured>}
 */
export function runCaptured(command, args, { env = process.env, timeoutMs, shell = false } = {}) {
  return new Promise((done) => {
    let output = "";
    let isTimedOut = false;
    const child = spawn(command, args, { cwd: projectRoot, env, shell, stdio: ["ignore", "pipe", "pipe"] });
    const timer =
      timeoutMs &&
      setTimeout(() => {
        isTimedOut = true;
        child.kill("SIGKILL");
      }, timeoutMs);
    const finish = (/** @type {boolean} */ ok) => {
      clearTimeout(timer || undefined);
      done({ ok, output, isTimedOut });
    };
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => {
      output += error.message;
      finish(false);
    });
    child.on("close", (code) => finish(code === 0));
  });
}

/**
 * Runs a program in our place: it has our terminal, gets our signals, and we end only after it.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, shell?: boolean, isNoise?: (line: string) => boolean }} [options]
 *   isNoise: lines of stderr that are not passed on
 * @returns {Promise<number>} its exit code, or 128 + the number of the signal that ended it
 */
export function runForeground(
  command,
  args,
  { env = process.env, cwd = projectRoot, shell = false, isNoise } = {},
) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd,
      env,
      shell,
      stdio: ["inherit", "inherit", isNoise ? "pipe" : "inherit"],
    });
    const stopForwarding = forwardSignals(child);
    if (isNoise && child.stderr) passOn(child.stderr, isNoise);
    child.on("error", (error) => {
      stopForwarding();
      fail(error);
    });
    child.on("close", (code, signal) => {
      stopForwarding();
      done(signal ? 128 + osConstants.signals[signal] : (code ?? 1));
    });
  });
}

/**
 * Hands our signals to the child. Ctrl+C in a terminal is left out: the terminal itself gives it to every process of
 * the group, and a second one would read as "stop at once".
 * @param {import("node:child_process").ChildProcess} child
 * @returns {() => void} ends the forwarding
 */
function forwardSignals(child) {
  /** @type {NodeJS.Signals[]} */
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    if (signal === "SIGINT" && process.stdin.isTTY) return;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, forward);
  const stopWatching = watchForLostNpm(() => child.kill("SIGTERM"));
  return () => {
    stopWatching();
    for (const signal of signals) process.off(signal, forward);
  };
}

/**
 * npm hands a signal to the shell between it and us, and that shell dies of it without passing it on. Losing the shell
 * is then the only sign that npm was told to stop; without this the app would go on with nobody to end it.
 * @param {() => void} onLost
 * @returns {() => void} ends the watch
 */
function watchForLostNpm(onLost) {
  if (isWindows || !process.env.npm_lifecycle_event) return () => {};
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    onLost();
  }, parentCheckMs);
  return () => clearInterval(timer);
}

/**
 * @param {import("node:stream").Readable} stream
 * @param {(line: string) => boolean} isNoise
 */
function passOn(stream, isNoise) {
  createInterface({ input: stream }).on("line", (line) => {
    if (!isNoise(line)) process.stderr.write(`${line}\n`);
  });
}

/**
 * The full path of a program, or undefined.
 * @param {string} name
 * @param {string} [searchPath]
 */
export function findOnPath(name, searchPath = process.env.PATH ?? "") {
  return searchPath
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, isWindows ? constants.F_OK : constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
