/** `npm start`: sets up, builds and opens the app. Passes its arguments on to the app. */
import { resolve } from "node:path";
import { appEnv, isChromiumNoise, isRootOnLinux } from "./lib/app-process.mjs";
import { answerHelp } from "./lib/arguments.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { openDesktop } from "./lib/display.mjs";
import { log, runMain } from "./lib/log.mjs";
import { runForeground } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

/** Options of the app that take a path. */
const pathOptions = ["--screenshot", "--data"];

await runMain(async () => {
  answerHelp("npm start [-- --data DIR --port N --screenshot FILE --hidden --sample TEXT… | FILE…]");
  const { electronPath } = await setUp();
  await ensureBuilt();
  const desktop = await openDesktop();
  if (desktop.isVirtual) log("No display found: the window opens on a virtual screen (Xvfb).");
  if (isRootOnLinux) log("Running as root: Chromium's sandbox is off (--no-sandbox).");
  try {
    return await runForeground(electronPath, appArguments(process.argv.slice(2)), {
      env: appEnv(desktop.env),
      isNoise: isChromiumNoise,
    });
  } finally {
    await desktop.close();
  }
});

/** @param {string[]} args */
function appArguments(args) {
  const sandbox = isRootOnLinux ? ["--no-sandbox"] : [];
  return [".", ...sandbox, ...resolvePaths(args)];
}

/**
 * Resolves relative paths, because the app runs in the project's folder and the user may be in another one.
 * @param {string[]} args
 */
function resolvePaths(args) {
  const callerFolder = process.env.INIT_CWD ?? process.cwd();
  return args.map((arg, index) => {
    if (pathOptions.includes(args[index - 1] ?? "")) return resolve(callerFolder, arg);
    const [, option, path] = /^(--\w+)=(.+)$/.exec(arg) ?? [];
    return option && path && pathOptions.includes(option) ? `${option}=${resolve(callerFolder, path)}` : arg;
  });
}
