/**
 * Builds the SQLite driver for the stand-in runtime, whose Node-API 9 is too old for the prebuilt driver. Compiles it
 * from the driver's own source, once per version.
 */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { ExpectedFailure, lastLines, logProgress } from "./log.mjs";
import { inModules } from "./paths.mjs";
import { runCaptured } from "./run.mjs";
import { ensureCompiler } from "./system-libraries.mjs";

/**
 * @param {string} folder the stand-in runtime
 * @returns {Promise<string>} the driver's file, named as `stand-in-app/utility.js` looks for it
 */
export async function ensureStandInDriver(folder) {
  const file = standInDriverPath(folder);
  if (existsSync(file)) return file;
  await ensureCompiler();
  await withLock(`${folder}.driver.lock`, async () => {
    if (!existsSync(file))
      await logProgress("Compiling the SQLite driver for it (about a minute, once)", () =>
        compile(folder, file),
      );
  });
  return file;
}

/**
 * Path of the compiled driver for the installed version, whether or not it exists.
 * @param {string} folder the stand-in runtime
 */
export function standInDriverPath(folder) {
  const { version } = JSON.parse(readFileSync(inModules("better-sqlite3", "package.json"), "utf8"));
  return join(folder, `better-sqlite3-${version}.node`);
}

/**
 * @param {string} folder
 * @param {string} file
 */
async function compile(folder, file) {
  const buildFolder = mkdtempSync(join(folder, "driver-"));
  const objects = [join(buildFolder, "sqlite3.o"), join(buildFolder, "driver.o")];
  const built = join(buildFolder, "driver.node");
  const header = join(buildFolder, "post-finalizer.h");
  try {
    writeFileSync(header, postFinalizer);
    const driver = ["-include", header, ...driverArguments(objects[1])];
    await Promise.all([run("gcc", sqliteArguments(objects[0])), run("g++", driver)]);
    await run("g++", ["-shared", "-o", built, ...objects, "-Wl,-Bsymbolic", "-ldl", "-lpthread", "-lm"]);
    renameSync(built, file);
  } finally {
    rmSync(buildFolder, { recursive: true, force: true });
  }
}

const common = ["-c", "-O3", "-fPIC", "-w", "-fvisibility=hidden", "-DNDEBUG"];

/** @param {string} output */
function sqliteArguments(output) {
  const folder = inModules("better-sqlite3", "deps", "sqlite3");
  return [...common, "-std=c99", ...sqliteDefines(), `-I${folder}`, join(folder, "sqlite3.c"), "-o", output];
}

/**
 * In experimental modules, finalizers must not run JavaScript. The published headers lack the function that defers one.
 */
const postFinalizer = `#include <node_api.h>
#define NODE_API_EXPERIMENTAL_HAS_POST_FINALIZER
EXTERN_C_START
NAPI_EXTERN napi_status NAPI_CDECL node_api_post_finalizer(
    node_api_basic_env env, napi_finalize finalize, void* data, void* hint);
EXTERN_C_END
`;

/**
 * The driver keeps references to strings and numbers. Node 20 grants those to modules that declare themselves
 * experimental, later versions to all modules of Node-API 10.
 * @param {string} output
 */
function driverArguments(output) {
  const defines = [
    "NAPI_EXPERIMENTAL",
    "NAPI_VERSION=2147483647",
    "NAPI_DISABLE_CPP_EXCEPTIONS",
    "NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS",
  ].map((define) => `-D${define}`);
  const includes = [
    inModules("node-api-headers", "include"),
    inModules("node-addon-api"),
    inModules("better-sqlite3", "deps", "sqlite3"),
    inModules("better-sqlite3", "src"),
  ].map((folder) => `-I${folder}`);
  const source = inModules("better-sqlite3", "src", "better_sqlite3.cpp");
  const language = ["-std=c++20", "-fvisibility-inlines-hidden"];
  return [...common, ...language, ...defines, ...sqliteDefines(), ...includes, source, "-o", output];
}

/** SQLite's compile-time options, as the driver's own build sets them. */
function sqliteDefines() {
  const text = readFileSync(inModules("better-sqlite3", "deps", "defines.gypi"), "utf8");
  return [...text.matchAll(/^\s+'([A-Z]\w*(?:=[^']*)?)',$/gm)].map(([, define]) => `-D${define}`);
}

/**
 * @param {string} program
 * @param {string[]} args
 */
async function run(program, args) {
  const { ok, output } = await runCaptured(program, args);
  if (ok) return;
  throw new ExpectedFailure(
    `The SQLite driver could not be compiled for the stand-in Electron. The compiler's last lines:\n${lastLines(output)}\n` +
      "Next step: fix the errors above, or set ELECTRON_OVERRIDE_DIST_PATH to a folder that contains Electron 36 or newer.",
  );
}
