/** `npm run dev`: runs the app with hot reload. Passes its arguments on to the app. */
import { appEnv, isChromiumNoise, isRootOnLinux } from "./lib/app-process.mjs";
import { answerHelp } from "./lib/arguments.mjs";
import { openDesktop } from "./lib/display.mjs";
import { log, runMain } from "./lib/log.mjs";
import { inModules } from "./lib/paths.mjs";
import { runForeground } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

await runMain(async () => {
  answerHelp("npm run dev [-- OPTIONS], with the options that 'npm start -- --help' lists");
  const { electronPath, nodePath } = await setUp();
  const desktop = await openDesktop();
  if (desktop.isVirtual) log("No display found: the window opens on a virtual screen (Xvfb).");
  if (isRootOnLinux) log("Running as root: Chromium's sandbox is off (--no-sandbox).");
  const sandbox = isRootOnLinux ? ["--noSandbox"] : [];
  const args = [
    inModules("electron-vite", "bin", "electron-vite.js"),
    "dev",
    ...sandbox,
    "--",
    ...process.argv.slice(2),
  ];
  try {
    return await runForeground(nodePath, args, {
      env: appEnv({ ...desktop.env, ELECTRON_EXEC_PATH: electronPath }),
      isNoise: isChromiumNoise,
    });
  } finally {
    await desktop.close();
  }
});
