/** A lock between processes, because two terminals may set up or build the same checkout at the same time. */
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
import { log } from "./log.mjs";

const heartbeatMs = 2_000;
/** Process ids are reused, especially in containers, so the owner of a lock must also update it regularly. */
const staleAfterMs = 30_000;
const pollMs = 100;

/**
 * Runs `work` while this process holds the lock file.
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
  const logAt = Date.now() + 1_000;
  let hasLogged = false;
  while (!tryCreate(file)) {
    removeIfStale(file);
    if (!hasLogged && Date.now() > logAt) {
      hasLogged = true;
      log(`Waiting for another process to finish the same step (${readOwner(file) ?? "ending"}) …`);
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
 * Moves a stale lock away. If a new owner took the lock between the check and the move, restores it.
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
    // Another process was faster; the next attempt checks again.
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
    // The cache folder was deleted meanwhile, which does not matter.
  }
}
