/** A virtual screen and a message bus for machines without them, such as servers and CI. */
import { spawn } from "node:child_process";
import { ExpectedFailure } from "./log.mjs";
import { findOnPath } from "./run.mjs";

const screen = "1920x1200x24";
const startTimeoutMs = 15_000;

/** @typedef {{ env: NodeJS.ProcessEnv, isVirtual: boolean, close: () => Promise<void> }} Desktop */
/** @typedef {{ output: string, close: () => Promise<void> }} Helper */

export function needsVirtualScreen() {
  return process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
}

/**
 * Starts the virtual screen and the bus, if the machine needs them.
 * @returns {Promise<Desktop>} env: variables for programs that use it; close: stops what was started
 */
export async function openDesktop() {
  if (!needsVirtualScreen()) return { env: {}, isVirtual: false, close: async () => {} };
  const xvfb = await startHelper("Xvfb", [
    "-displayfd",
    "3",
    "-screen",
    "0",
    screen,
    "-noreset",
    "-nolisten",
    "tcp",
  ]);
  const bus = await startBus();
  const close = async () => void (await Promise.all([bus?.close(), xvfb.close()]));
  // In case the caller never closes it, for instance because of an uncaught error.
  process.once("exit", close);
  const busEnv = bus ? { DBUS_SESSION_BUS_ADDRESS: bus.output } : {};
  return { env: { DISPLAY: `:${xvfb.output}`, ...busEnv }, isVirtual: true, close };
}

/** Optional: without a session bus there are no notifications, and Chromium logs many errors. */
async function startBus() {
  if (process.env.DBUS_SESSION_BUS_ADDRESS || !findOnPath("dbus-daemon")) return undefined;
  return startHelper("dbus-daemon", ["--session", "--nofork", "--nopidfile", "--print-address=3"]).catch(
    () => undefined,
  );
}

/**
 * Starts a program that writes one line to file descriptor 3 when it is ready.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<Helper>}
 */
function startHelper(command, args) {
  return new Promise((resolve, reject) => {
    // Detached from Ctrl+C, because the screen must outlive the app.
    const child = spawn(command, args, { stdio: ["ignore", "ignore", "ignore", "pipe"], detached: true });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const close = async () => void (child.kill("SIGTERM") && (await ended));
    const abort = (/** @type {string} */ reason) => {
      child.kill("SIGTERM");
      reject(
        new ExpectedFailure(
          `${command} could not be started (${reason}).\nNext step: run it by hand: ${command} :99`,
        ),
      );
    };
    const timer = setTimeout(() => abort(`no output within ${startTimeoutMs / 1000} s`), startTimeoutMs);
    child.on("error", (error) => abort(error.message));
    const onEarlyExit = (/** @type {number | null} */ code) => abort(`it exited with code ${code}`);
    child.on("exit", onEarlyExit);
    let output = "";
    const pipe = /** @type {import("node:net").Socket} */ (child.stdio[3]);
    pipe.on("data", (chunk) => {
      output += chunk;
      if (!output.includes("\n")) return;
      clearTimeout(timer);
      child.off("exit", onEarlyExit);
      resolve({ output: output.trim(), close });
    });
  });
}
