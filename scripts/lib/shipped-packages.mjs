/** The packages in a release: those that the sources import, bundled or not, and their dependencies. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./paths.mjs";

const importPattern = /(?:from|import)\s*\(?\s*"((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^"]*)?"/g;
/** Excluded, because Electron publishes the advisories about its versions itself. */
const runtimePackage = "electron";

/**
 * @typedef {{ version: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }}
 * Entry
 */

/** @returns {string[]} names of packages */
export function importedPackages() {
  const { dependencies, devDependencies } = readJson("package.json");
  const known = { ...dependencies, ...devDependencies };
  const sources = readdirSync(join(projectRoot, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(projectRoot, "src", name), "utf8"));
  const found = new Set(Object.keys(dependencies));
  for (const text of sources)
    for (const [, name = ""] of text.matchAll(importPattern))
      if (name in known && name !== runtimePackage) found.add(name);
  return [...found].sort();
}

/** @returns {Set<string>} `name@version` of every package in a release */
export function shippedPackages() {
  /** @type {Record<string, Entry>} */
  const lock = readJson("package-lock.json").packages;
  /** @type {Set<string>} */
  const found = new Set();
  const visit = (/** @type {string} */ name, /** @type {string} */ from) => {
    const path = resolvePackage(lock, name, from);
    const entry = path === undefined ? undefined : lock[path];
    if (path === undefined || entry === undefined || found.has(`${name}@${entry.version}`)) return;
    found.add(`${name}@${entry.version}`);
    for (const next of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
      visit(next, path);
  };
  for (const name of importedPackages()) visit(name, "");
  return found;
}

/**
 * Resolves a package as Node does: beside the importing package first, then further up.
 * @param {Record<string, Entry>} lock
 * @param {string} name
 * @param {string} from
 * @returns {string | undefined}
 */
function resolvePackage(lock, name, from) {
  const path = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
  if (path in lock) return path;
  if (from === "") return undefined;
  return resolvePackage(lock, name, from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))));
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(join(projectRoot, file), "utf8"));
}
