/**
 * `npm run icons`: renders `resources/icon.svg` to `resources/icons/*.png`, the icons of the Linux packages, and to
 * `src/renderer/public/icons/*.png`, those of the page on phones.
 */
import { join } from "node:path";
import { appEnv, isChromiumNoise, isRootOnLinux } from "./lib/app-process.mjs";
import { openDesktop } from "./lib/display.mjs";
import { runMain } from "./lib/log.mjs";
import { projectRoot } from "./lib/paths.mjs";
import { runForeground } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

/** Of a page on a home screen. */
const pageSizes = [192, 512];
/** The sizes of hicolor, the fallback icon theme of every Linux desktop. */
const sizes = [16, 24, 32, 48, 64, 128, 256, 512];

await runMain(async () => {
  const { electronPath } = await setUp({ quiet: true });
  const desktop = await openDesktop();
  const resources = join(projectRoot, "resources");
  const sandbox = isRootOnLinux ? ["--no-sandbox"] : [];
  const render = (folder, widths, ...options) => {
    const target = ["--icons", join(resources, "icon.svg"), folder, ...widths.map(String), ...options];
    return runForeground(electronPath, [join(projectRoot, "scripts/icon-maker"), ...sandbox, ...target], {
      env: appEnv(desktop.env),
      isNoise: isChromiumNoise,
    });
  };
  try {
    const code = await render(join(resources, "icons"), sizes);
    return code || (await render(join(projectRoot, "src/renderer/public/icons"), pageSizes, "--square"));
  } finally {
    await desktop.close();
  }
});
