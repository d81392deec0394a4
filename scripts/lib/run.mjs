/** Runs other programs, either with captured output or in the foreground. */
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { constants as osConstants } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { isWindows, projectRoot } from "./paths.mjs";

const parentCheckMs = 100;

/**
 * @typedef {object} Captured
 * @property {boolean} ok exited with code 0
 * @property {string} output stdout and stderr, interleaved
 * @property {boolean} isTimedOut
 */

/**
 * Runs a program and captures its output. Never rejects: failing to start counts as a failed run.
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
 * Runs a program in the foreground: it inherits the terminal and receives this process's signals.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, shell?: boolean, isNoise?: (line: string) => boolean, label?: string }} [options]
 *   isNoise: matches lines of stderr to suppress; label: prefixes each line
 * @returns {Promise<number>} the exit code, or 128 + the number of the signal that killed it
 */
export function runForeground(
  command,
  args,
  { env = process.env, cwd = projectRoot, shell = false, isNoise, label } = {},
) {
  return new Promise((done, fail) => {
    const output = label === undefined ? "inherit" : "pipe";
    const child = spawn(command, args, {
      cwd,
      env,
      shell,
      stdio: ["inherit", output, isNoise ? "pipe" : output],
    });
    const stopForwarding = forwardSignals(child);
    if (child.stdout) forwardLines(child.stdout, process.stdout, { label });
    if (child.stderr) forwardLines(child.stderr, process.stderr, { label, isNoise });
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
 * Forwards signals to the child, except Ctrl+C in a terminal: the terminal sends it to the whole process group, and a
 * second one would mean "stop immediately".
 * @param {import("node:child_process").ChildProcess} child
 * @returns {() => void} stops forwarding
 */
function forwardSignals(child) {
  /** @type {NodeJS.Signals[]} */
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    if (signal === "SIGINT" && process.stdin.isTTY) return;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, forward);
  const stopWatching = watchNpmShell(() => child.kill("SIGTERM"));
  return () => {
    stopWatching();
    for (const signal of signals) process.off(signal, forward);
  };
}

/**
 * npm runs scripts in a shell and sends signals to that shell, which dies without forwarding them. The death of the
 * shell is then the only sign that npm was stopped. Without this check the app would keep running as an orphan.
 * @param {() => void} onExit
 * @returns {() => void} stops the check
 */
function watchNpmShell(onExit) {
  if (isWindows || !process.env.npm_lifecycle_event) return () => {};
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    onExit();
  }, parentCheckMs);
  return () => clearInterval(timer);
}

/**
 * @param {import("node:stream").Readable} from
 * @param {NodeJS.WritableStream} to
 * @param {{ label?: string, isNoise?: (line: string) => boolean }} options
 */
function forwardLines(from, to, { label, isNoise = () => false }) {
  const prefix = label === undefined ? "" : `${label.padEnd(11)} │ `;
  createInterface({ input: from }).on("line", (line) => {
    if (!isNoise(line)) to.write(`${prefix}${line}\n`);
  });
}

/**
 * The full path of an executable, or undefined.
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
