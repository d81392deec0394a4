/**
 * The command line as a package of its own, for servers: the engine, its database driver for every system, and the unit
 * file of its service. It needs a Node, and no window.
 */
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inModules, projectRoot } from "../paths.mjs";
import { tarOf } from "./archive.mjs";

const program = "out/main/cli.js";
/** What the driver needs when it runs; not what it was built from. */
const driverParts = ["lib", "prebuilds", "package.json", "LICENSE"];
const moduleReference = /(?:from|import)\s*\(?\s*["'`](\.{1,2}\/[^"'`]+)["'`]/g;

/**
 * @param {string} dist where packages are put
 * @returns {Promise<string>} the archive
 */
export async function packServer(dist) {
  const manifest = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));
  const folder = join(dist, `tidemark-server-${manifest.version}`);
  rmSync(folder, { recursive: true, force: true });
  for (const file of modulesOf(program)) copy(join(projectRoot, file), join(folder, file));
  const driver = "node_modules/better-sqlite3";
  for (const part of driverParts) copy(inModules("better-sqlite3", part), join(folder, driver, part));
  copy(join(projectRoot, "resources/server/tidemark.mjs"), join(folder, "bin/tidemark.mjs"));
  chmodSync(join(folder, "bin/tidemark.mjs"), 0o755);
  copy(join(projectRoot, "resources/server/tidemark.service"), join(folder, "tidemark.service"));
  copy(join(projectRoot, "LICENSE"), join(folder, "LICENSE"));
  copy(join(projectRoot, "docs/server.md"), join(folder, "README.md"));
  writeFileSync(join(folder, "package.json"), serverManifest(manifest));
  const file = `${folder}.tar.gz`;
  await tarOf(folder, file);
  return file;
}

/** @param {{ version: string, description: string, license: string }} manifest */
function serverManifest({ version, description, license }) {
  const own = { name: "tidemark-server", version, description, license, type: "module" };
  return `${JSON.stringify({ ...own, bin: { tidemark: "bin/tidemark.mjs" }, engines: { node: ">=22.14" } }, null, 2)}\n`;
}

/**
 * A built module and all that it leads to.
 * @param {string} entry relative to the project
 * @param {Set<string>} [found]
 * @returns {Set<string>}
 */
function modulesOf(entry, found = new Set()) {
  // Comments in bundled packages name files, too.
  if (found.has(entry) || !existsSync(join(projectRoot, entry))) return found;
  found.add(entry);
  const text = readFileSync(join(projectRoot, entry), "utf8");
  for (const [, reference = ""] of text.matchAll(moduleReference))
    modulesOf(join(dirname(entry), reference), found);
  return found;
}

/**
 * @param {string} from
 * @param {string} to
 */
function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}
