/** A screen and a message bus for machines that have none, such as servers and CI. */
import { spawn } from "node:child_process";
import { findOnPath } from "./run.mjs";
import { ExpectedFailure } from "./say.mjs";

const screen = "1600x1000x24";
const startLimitMs = 15_000;

/** @typedef {{ env: NodeJS.ProcessEnv, isVirtual: boolean, close: () => Promise<void> }} Desktop */
/** @typedef {{ answer: string, close: () => Promise<void> }} Helper */

export function needsVirtualScreen() {
  return process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
}

/**
 * Starts what the machine lacks.
 * @returns {Promise<Desktop>} env: variables for programs that use it; close: ends what was started
 */
export async function openDesktop() {
  if (!needsVirtualScreen()) return { env: {}, isVirtual: false, close: async () => {} };
  const xvfb = await startHelper("Xvfb", ["-displayfd", "3", "-screen", "0", screen, "-noreset", "-nolisten", "tcp"]);
  const bus = await startBus();
  const close = async () => void (await Promise.all([bus?.close(), xvfb.close()]));
  // For an end that skips the caller's own close, such as an uncaught error.
  process.once("exit", close);
  const busEnv = bus ? { DBUS_SESSION_BUS_ADDRESS: bus.answer } : {};
  return { env: { DISPLAY: `:${xvfb.answer}`, ...busEnv }, isVirtual: true, close };
}

/** Without a session bus there are no notifications, and Chromium complains for pages. The app runs without it, too. */
async function startBus() {
  if (process.env.DBUS_SESSION_BUS_ADDRESS || !findOnPath("dbus-daemon")) return undefined;
  return startHelper("dbus-daemon", ["--session", "--nofork", "--nopidfile", "--print-address=3"]).catch(
    () => undefined,
  );
}

/**
 * Starts a program that writes one line to its file 3 when it is ready.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<Helper>}
 */
function startHelper(command, args) {
  return new Promise((done, fail) => {
    // A group of its own: Ctrl+C must end the app first, the screen after it.
    const child = spawn(command, args, { stdio: ["ignore", "ignore", "ignore", "pipe"], detached: true });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const close = async () => void (child.kill("SIGTERM") && (await ended));
    const giveUp = (/** @type {string} */ why) => {
      child.kill("SIGTERM");
      fail(
        new ExpectedFailure(
          `${command} could not be started (${why}).\nNext step: try it by hand: ${command} :99`,
        ),
      );
    };
    const timer = setTimeout(() => giveUp(`no answer in ${startLimitMs / 1000} s`), startLimitMs);
    child.on("error", (error) => giveUp(error.message));
    const onEarlyEnd = (/** @type {number | null} */ code) => giveUp(`it ended with code ${code}`);
    child.on("exit", onEarlyEnd);
    let answer = "";
    const pipe = /** @type {import("node:net").Socket} */ (child.stdio[3]);
    pipe.on("data", (chunk) => {
      answer += chunk;
      if (!answer.includes("\n")) return;
      clearTimeout(timer);
      child.off("exit", onEarlyEnd);
      done({ answer: answer.trim(), close });
    });
  });
}
