/** Calls of npm itself. */
import { delimiter } from "node:path";
import { isWindows } from "./paths.mjs";
import { runCaptured } from "./run.mjs";

/** Options of the npm command that started us. They are meant for that command and would change what ours does. */
const outerOptions = new Set([
  "prefix",
  "local_prefix",
  "global_prefix",
  "global",
  "dry_run",
  "omit",
  "include",
]);

/**
 * Runs npm with the machine's own Node. The Node in `node_modules` cannot be used: npm is about to replace it.
 * @param {string[]} args
 */
export function runNpm(args) {
  return runCaptured("npm", [...args, "--loglevel=error"], { env: npmEnv(), shell: isWindows });
}

function npmEnv() {
  const entries = Object.entries(process.env).filter(([name]) => {
    const option = /^npm_config_(.+)$/i.exec(name)?.[1];
    return !option || !outerOptions.has(option.toLowerCase());
  });
  const env = Object.fromEntries(entries);
  const pathName = Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  env[pathName] = withoutModules(env[pathName] ?? "");
  return env;
}

/** @param {string} searchPath */
function withoutModules(searchPath) {
  return searchPath
    .split(delimiter)
    .filter((folder) => !/node_modules[\\/]/.test(`${folder}/`) || folder.includes("node-gyp-bin"))
    .join(delimiter);
}
