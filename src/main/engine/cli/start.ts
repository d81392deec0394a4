import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { makeFilesPrivate } from "../process/private-files.js";

/** The user's own cache folder: a shared one would let other users plant code. */
function compileCacheFolder(): string {
  const home = homedir();
  const cacheFolders = {
    win32: process.env.LOCALAPPDATA ?? join(home, "AppData", "Local"),
    darwin: join(home, "Library", "Caches"),
  };
  const folder = cacheFolders[process.platform as keyof typeof cacheFolders];
  return join(folder ?? process.env.XDG_CACHE_HOME ?? join(home, ".cache"), "tidemark", "compiled");
}

/** Adds commands for developers. A checkout builds it beside this program; packages omit it. */
const developerProgram = new URL("../developer/cli.js", import.meta.url);
const developerCommands = new Set(["bench", "bench-serve", "price-model", "score"]);
const helpRequests = new Set(["help", "--help", "-h"]);

async function run(args: readonly string[]): Promise<void> {
  const mayNeedDeveloperCommands =
    args.length === 0 || args.some((arg) => developerCommands.has(arg) || helpRequests.has(arg));
  if (mayNeedDeveloperCommands && existsSync(developerProgram)) await import(developerProgram.href);
  else await (await import("./index.js")).runProgram();
}

// Must come before every other import, so that they load from the compile cache.
makeFilesPrivate();
if (process.env.NODE_COMPILE_CACHE === undefined) enableCompileCache(compileCacheFolder());
await run(process.argv.slice(2));
