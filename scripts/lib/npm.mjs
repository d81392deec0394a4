/** Runs npm. */
import { delimiter } from "node:path";
import { isWindows } from "./paths.mjs";
import { runCaptured } from "./run.mjs";

/** Options of the npm command that started this script. They must not affect the npm command that it runs. */
const callerOptions = new Set([
  "prefix",
  "local_prefix",
  "global_prefix",
  "global",
  "dry_run",
  "omit",
  "include",
]);

/**
 * Runs npm with the system's Node, not the one in `node_modules`, which npm may be about to replace.
 * @param {string[]} args
 */
export function runNpm(args) {
  return runCaptured("npm", [...args, "--loglevel=error"], { env: npmEnv(), shell: isWindows });
}

function npmEnv() {
  const entries = Object.entries(process.env).filter(([name]) => {
    const option = /^npm_config_(.+)$/i.exec(name)?.[1];
    return !option || !callerOptions.has(option.toLowerCase());
  });
  const env = Object.fromEntries(entries);
  const pathName = Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  env[pathName] = withoutNodeModules(env[pathName] ?? "");
  return env;
}

/** @param {string} searchPath */
function withoutNodeModules(searchPath) {
  return searchPath
    .split(delimiter)
    .filter((folder) => !/node_modules[\\/]/.test(`${folder}/`) || folder.includes("node-gyp-bin"))
    .join(delimiter);
}
