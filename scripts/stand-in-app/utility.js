/**
 * Runs a utility process's program in the stand-in runtime: wherever it asks for the prebuilt SQLite driver, it gets the one
 * compiled for this runtime.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const prebuilt = /[\\/]better-sqlite3[\\/]prebuilds[\\/][^\\/]+\.node$/;
const { dlopen } = process;

process.dlopen = (module, file, ...flags) =>
  dlopen.call(process, module, prebuilt.test(file) ? compiled(file) : file, ...flags);

/** @param {string} file the prebuilt driver */
function compiled(file) {
  const { version } = JSON.parse(readFileSync(resolve(file, "../../package.json"), "utf8"));
  return join(import.meta.dirname, "..", "..", `better-sqlite3-${version}.node`);
}

const [program] = process.argv.splice(2, 1);
await import(pathToFileURL(program).href);
