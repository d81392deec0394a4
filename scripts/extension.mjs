/**
 * Builds the browser extension: a folder for each browser in `out/extension`, to be loaded unpacked, and an archive for its
 * shop in `dist`.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { ExpectedFailure, log, runMain } from "./lib/log.mjs";
import { inModules, nodePath, projectRoot } from "./lib/paths.mjs";
import { runCaptured } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

const out = join(projectRoot, "out", "extension");
const common = join(out, "common");
const iconSizes = [16, 32, 48, 128];

/** Its name and description, as browsers list them. */
const descriptions = {
  en: "Shows the price history of the product that you are looking at, and watches it. Works with the Tidemark app.",
  de: "Zeigt den Preisverlauf des Produkts, das gerade offen ist, und beobachtet es. Gehört zur App Tidemark.",
};

/**
 * Builds the unpacked folders.
 * @returns {Promise<Record<string, string>>} the folder of each browser
 */
export async function buildExtension() {
  const vite = inModules("vite", "bin", "vite.js");
  const result = await runCaptured(nodePath, [vite, "build", "--config", "extension.vite.config.ts"], {
    cwd: projectRoot,
  });
  if (!result.ok) throw new ExpectedFailure(`${result.output.trimEnd()}\nThe extension could not be built.`);
  const { browsers, manifestOf } = await import(pathToFileURL(join(common, "manifest.js")).href);
  const { version } = readManifest();
  /** @type {Record<string, string>} */
  const folders = {};
  for (const browser of browsers) {
    const folder = join(out, browser);
    rmSync(folder, { recursive: true, force: true });
    cpSync(common, folder, { recursive: true, filter: (file) => !file.endsWith("manifest.js") });
    writeFileSync(
      join(folder, "manifest.json"),
      `${JSON.stringify(manifestOf(browser, version), null, 2)}\n`,
    );
    for (const size of iconSizes)
      cpSync(
        join(projectRoot, "resources", "icons", `${size}x${size}.png`),
        join(folder, `icon-${size}.png`),
      );
    for (const [language, message] of Object.entries(descriptions)) {
      mkdirSync(join(folder, "_locales", language), { recursive: true });
      writeFileSync(
        join(folder, "_locales", language, "messages.json"),
        `${JSON.stringify({ description: { message } }, null, 2)}\n`,
      );
    }
    folders[browser] = folder;
  }
  return folders;
}

/**
 * Packs the unpacked folders for the browsers' shops, beside the texts of their listings.
 * @param {string} dist
 * @returns {Promise<string[]>} the archives
 */
export async function packExtension(dist) {
  const { zipSync } = await import("fflate");
  const { version } = readManifest();
  mkdirSync(dist, { recursive: true });
  for (const language of Object.keys(descriptions))
    cpSync(
      join(projectRoot, "resources", "extension", `listing-${language}.txt`),
      join(dist, `tidemark-extension-listing-${language}.txt`),
    );
  return Object.entries(await buildExtension()).map(([browser, folder]) => {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
    const files = names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name.replaceAll("\\", "/"), new Uint8Array(readFileSync(join(folder, name)))]);
    const archive = join(dist, `tidemark-extension-${browser}-${version}.zip`);
    // A fixed time, so that the same sources give the same archive.
    writeFileSync(archive, zipSync(Object.fromEntries(files), { mtime: "1980-01-01T00:00:00" }));
    return archive;
  });
}

/** @returns {{ version: string }} */
function readManifest() {
  return JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  await runMain(async () => {
    await setUp({ quiet: true });
    for (const file of await packExtension(join(projectRoot, "dist")))
      log(`Created ${relative(projectRoot, file)}, unpacked in ${relative(projectRoot, out)}`);
  });
