import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { makeFilesPrivate } from "../process/private-process.js";

/** Where each platform keeps what can be made anew. The user's own: what lies there is run as code. */
function compiledFolder(): string {
  const home = homedir();
  const caches = {
    win32: process.env.LOCALAPPDATA ?? join(home, "AppData", "Local"),
    darwin: join(home, "Library", "Caches"),
  };
  const folder = caches[process.platform as keyof typeof caches];
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

// Before anything else is loaded: a command starts by what Node has compiled for the one before.
makeFilesPrivate();
if (process.env.NODE_COMPILE_CACHE === undefined) enableCompileCache(compiledFolder());
await run(process.argv.slice(2));
