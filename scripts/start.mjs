/** `npm start`: sets up, builds and opens the app. Arguments go to the app. */
import { resolve } from "node:path";
import { appEnv, isChromiumNoise, isRootOnLinux } from "./lib/app-process.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { openDesktop } from "./lib/display.mjs";
import { runForeground } from "./lib/run.mjs";
import { runMain, say } from "./lib/say.mjs";
import { setUp } from "./setup.mjs";

/** Options of the app whose value is a path. */
const pathOptions = ["--screenshot", "--data"];

await runMain(async () => {
  const { electronPath } = await setUp();
  await ensureBuilt();
  const desktop = await openDesktop();
  if (desktop.isVirtual) say("There is no display here: the window opens on a virtual screen (Xvfb).");
  if (isRootOnLinux) say("Running as root: Chromium's sandbox is off (--no-sandbox).");
  try {
    return await runForeground(electronPath, appArguments(process.argv.slice(2)), {
      env: appEnv(desktop.env),
      isNoise: isChromiumNoise,
    });
  } finally {
    await desktop.close();
  }
});

/** @param {string[]} given */
function appArguments(given) {
  const sandbox = isRootOnLinux ? ["--no-sandbox"] : [];
  return [".", ...sandbox, ...withFullPaths(given)];
}

/**
 * The app runs in the project's folder, the user may have called from another one.
 * @param {string[]} args
 */
function withFullPaths(args) {
  const callerFolder = process.env.INIT_CWD ?? process.cwd();
  return args.map((arg, index) => {
    if (pathOptions.includes(args[index - 1] ?? "")) return resolve(callerFolder, arg);
    const [, option, path] = /^(--\w+)=(.+)$/.exec(arg) ?? [];
    return option && path && pathOptions.includes(option) ? `${option}=${resolve(callerFolder, path)}` : arg;
  });
}
