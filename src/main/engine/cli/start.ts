import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { makeFilesPrivate } from "../process/private-process.js";

/** The platform's cache folder, always the user's own: its content is run as code. */
function compileCacheFolder(): string {
  const home = homedir();
  const cacheFolders = {
    win32: process.env.LOCALAPPDATA ?? join(home, "AppData", "Local"),
    darwin: join(home, "Library", "Caches"),
  };
  const folder = cacheFolders[process.platform as keyof typeof cacheFolders];
  return join(folder ?? process.env.XDG_CACHE_HOME ?? join(home, ".cache"), "tidemark", "compiled");
}

/** A checkout builds a program beside this one that adds commands for developers; packages leave it out. */
const developerProgram = new URL("../developer/cli.js", import.meta.url);
const developerCommands = new Set(["bench", "bench-serve", "score"]);
const helpRequests = new Set(["help", "--help", "-h"]);

async function run(args: readonly string[]): Promise<void> {
  const mayNeedMore =
    args.length === 0 || args.some((arg) => developerCommands.has(arg) || helpRequests.has(arg));
  if (mayNeedMore && existsSync(developerProgram)) await import(developerProgram.href);
  else await (await import("./index.js")).runProgram();
}

// Must come before every other import, so that a command reuses the code compiled for the one before.
makeFilesPrivate();
if (process.env.NODE_COMPILE_CACHE === undefined) enableCompileCache(compileCacheFolder());
await run(process.argv.slice(2));
