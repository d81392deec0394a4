/** `npm run dev`: the app with hot reload. Arguments go to the app. */
import { appEnv, isChromiumNoise, isRootOnLinux } from "./lib/app-process.mjs";
import { openDesktop } from "./lib/display.mjs";
import { inModules } from "./lib/paths.mjs";
import { runForeground } from "./lib/run.mjs";
import { runMain, say } from "./lib/say.mjs";
import { setUp } from "./setup.mjs";

await runMain(async () => {
  const { electronPath, nodePath } = await setUp();
  const desktop = await openDesktop();
  if (desktop.isVirtual) say("There is no display here: the window opens on a virtual screen (Xvfb).");
  if (isRootOnLinux) say("Running as root: Chromium's sandbox is off (--no-sandbox).");
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
