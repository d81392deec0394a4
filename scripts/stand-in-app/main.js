/**
 * Does what `electron .` does: opens the app folder named on the command line. A packaged Electron has no default app to
 * do that, so set-up copies this folder into the stand-in runtime.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { app, utilityProcess } from "electron";

const { folder, preloads } = readArguments(process.argv.slice(1));
const appPath = resolve(folder ?? ".");
const manifest = JSON.parse(readFileSync(join(appPath, "package.json"), "utf8"));

app.setName(manifest.productName ?? manifest.name);
app.setVersion(manifest.version);
app.setAppPath(appPath);
process.defaultApp = true;
forkWithDriver();

const require = createRequire(join(appPath, "package.json"));
for (const preload of preloads) require(preload);

// Awaited at the top level: Electron delays its "ready" event until the entry module has run.
await import(pathToFileURL(join(appPath, manifest.main ?? "index.js")).href);

/** Utility processes start by way of `utility.js`, which brings a SQLite driver that this runtime can load. */
function forkWithDriver() {
  const { fork } = utilityProcess;
  utilityProcess.fork = (program, args = [], options = {}) =>
    fork(join(import.meta.dirname, "utility.js"), [program, ...args], options);
}

/**
 * Returns the first argument that is not a flag, and the modules to preload (`-r`), which test tools need.
 * @param {string[]} args
 */
function readArguments(args) {
  const preloads = [];
  for (let index = 0; index < args.length; index++) {
    if (args[index] === "-r" || args[index] === "--require") preloads.push(args[++index]);
    else if (!args[index].startsWith("-")) return { folder: args[index], preloads };
  }
  return { folder: undefined, preloads };
}
