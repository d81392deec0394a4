/** One at a time across processes: two terminals may run set-up or a build of the same checkout at once. */
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { say } from "./say.mjs";

const heartbeatMs = 2_000;
/** A process number can be given out again (in containers it often is), so a live lock must also show a pulse. */
const staleAfterMs = 30_000;
const pollMs = 100;

/**
 * Runs `work` while this process alone holds the lock file.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  await acquire(file);
  const release = () => rmSync(file, { force: true });
  const heartbeat = setInterval(() => touch(file), heartbeatMs);
  process.once("exit", release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off("exit", release);
    release();
  }
}

/** @param {string} file */
async function acquire(file) {
  const saysAt = Date.now() + 1_000;
  let hasSaid = false;
  while (!tryCreate(file)) {
    removeIfStale(file);
    if (!hasSaid && Date.now() > saysAt) {
      hasSaid = true;
      say(`Waiting for the same step in another process (${readOwner(file) ?? "ending"}) …`);
    }
    await sleep(pollMs);
  }
}

/** @param {string} file */
function tryCreate(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Moves a dead lock out of the way. If a new owner took it between our look and our move, it gets it back.
 * @param {string} file
 */
function removeIfStale(file) {
  const owner = readOwner(file);
  if (owner === undefined || !isStale(file, owner)) return;
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readOwner(aside) !== owner) linkSync(aside, file);
  } catch {
    // Another process was faster; the next turn looks again.
  }
  rmSync(aside, { force: true });
}

/**
 * @param {string} file
 * @param {string} owner
 */
function isStale(file, owner) {
  try {
    if (Date.now() - statSync(file).mtimeMs > staleAfterMs) return true;
  } catch {
    return false;
  }
  return owner !== "" && !isAlive(Number(owner));
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** @param {string} file */
function readOwner(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Gone because someone cleaned the folder; the work goes on.
  }
}
