/** `npm run icons`: draws `resources/icons/*.png`, which packages for Linux hold in all sizes, out of `resources/icon.svg`. */
import { join } from "node:path";
import { appEnv, isChromiumNoise, isRootOnLinux } from "./lib/app-process.mjs";
import { openDesktop } from "./lib/display.mjs";
import { projectRoot } from "./lib/paths.mjs";
import { runForeground } from "./lib/run.mjs";
import { runMain } from "./lib/say.mjs";
import { setUp } from "./setup.mjs";

/** Of the icon theme that all desktops of Linux fall back to. */
const sizes = [16, 24, 32, 48, 64, 128, 256, 512];

await runMain(async () => {
  const { electronPath } = await setUp({ quiet: true });
  const desktop = await openDesktop();
  const resources = join(projectRoot, "resources");
  const sandbox = isRootOnLinux ? ["--no-sandbox"] : [];
  const wish = ["--icons", join(resources, "icon.svg"), join(resources, "icons"), ...sizes.map(String)];
  try {
    return await runForeground(electronPath, [join(projectRoot, "scripts/icon-maker"), ...sandbox, ...wish], {
      env: appEnv(desktop.env),
      isNoise: isChromiumNoise,
    });
  } finally {
    await desktop.close();
  }
});
