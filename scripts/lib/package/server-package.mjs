/**
 * Packages the command line for servers: the engine, its database driver for every platform, the window's page, a systemd
 * unit and what builds a container. Needs Node, but no display.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { inModules, projectRoot } from "../paths.mjs";

/** The command line, and the program of the thread for heavy reads, which it starts by its path. */
const entryModules = ["out/main/cli.js", "out/main/reader.js"];
/** What `serve --web` serves. */
const pageFolder = "out/renderer";
/** The files of the packages that are not bundled. */
const packageParts = {
  // Without its sources.
  "better-sqlite3": ["lib", "prebuilds", "package.json", "LICENSE"],
  piscina: ["dist", "package.json", "LICENSE"],
  // Without its viewers and its command line.
  "playwright-core": [
    ...["bootstrap", "coreBundle", "package", "serverRegistry", "utilsBundle"].map(
      (name) => `lib/${name}.js`,
    ),
    ...[
      "index.js",
      "index.mjs",
      "browsers.json",
      "package.json",
      "LICENSE",
      "NOTICE",
      "ThirdPartyNotices.txt",
    ],
  ],
};
const importPattern = /(?:from|import)\s*\(?\s*["'`](\.{1,2}\/[^"'`]+)["'`]/g;

/**
 * @param {string} dist output folder
 * @returns {Promise<string>} path of the archive
 */
export async function buildServerPackage(dist) {
  const manifest = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));
  const folder = join(dist, `tidemark-server-${manifest.version}`);
  rmSync(folder, { recursive: true, force: true });
  /** @type {Set<string>} */
  const modules = new Set();
  for (const entry of entryModules) collectModules(entry, modules);
  for (const file of modules) copy(join(projectRoot, file), join(folder, file));
  for (const [name, parts] of Object.entries(packageParts))
    for (const part of parts) copy(inModules(name, part), join(folder, "node_modules", name, part));
  copy(join(projectRoot, pageFolder), join(folder, pageFolder));
  copy(join(projectRoot, "resources/server/tidemark.mjs"), join(folder, "bin/tidemark.mjs"));
  chmodSync(join(folder, "bin/tidemark.mjs"), 0o755);
  for (const name of ["tidemark.service", "Containerfile", "compose.yaml", ".dockerignore"])
    copy(join(projectRoot, "resources/server", name), join(folder, name));
  copy(join(projectRoot, "LICENSE"), join(folder, "LICENSE"));
  copyDocuments(folder);
  writeFileSync(join(folder, "package.json"), serverManifest(manifest));
  const file = `${folder}.tar.gz`;
  const { create } = await import("tar");
  await create({ gzip: true, file, cwd: dist }, [basename(folder)]);
  return file;
}

/** @param {{ version: string, description: string, license: string }} manifest */
function serverManifest({ version, description, license }) {
  const own = { name: "tidemark-server", version, description, license, type: "module" };
  return `${JSON.stringify({ ...own, bin: { tidemark: "bin/tidemark.mjs" }, engines: { node: ">=22.14" } }, null, 2)}\n`;
}

/**
 * Adds a built module and everything that it imports, directly or indirectly.
 * @param {string} entry relative to the project
 * @param {Set<string>} found
 */
function collectModules(entry, found) {
  // The pattern also matches comments in bundled packages, which name files that do not exist.
  if (found.has(entry) || !existsSync(join(projectRoot, entry))) return;
  found.add(entry);
  const text = readFileSync(join(projectRoot, entry), "utf8");
  for (const [, reference = ""] of text.matchAll(importPattern))
    collectModules(join(dirname(entry), reference), found);
}

/**
 * The guide for servers comes first; the other documents are beside it, because it links to them.
 * @param {string} folder
 */
function copyDocuments(folder) {
  const docs = join(projectRoot, "docs");
  for (const name of readdirSync(docs).filter((name) => name.endsWith(".md")))
    copy(join(docs, name), join(folder, "docs", name));
  for (const name of ["examples", "decisions", "guide"]) copy(join(docs, name), join(folder, "docs", name));
  const guide = readFileSync(join(docs, "server.md"), "utf8");
  writeFileSync(join(folder, "README.md"), guide.replaceAll(/\]\((?=[^)#:]+\.md)/g, "](docs/"));
}

/**
 * @param {string} from
 * @param {string} to
 */
function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}
