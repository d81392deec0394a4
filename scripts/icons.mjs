/** `npm run icons`: renders `resources/icon.svg` to `resources/icons/*.png`, the icons of the Linux packages. */
import { join } from "node:path";
import { appEnv, isChromiumNoise, isRootOnLinux } from "./lib/app-process.mjs";
import { openDesktop } from "./lib/display.mjs";
import { runMain } from "./lib/log.mjs";
import { projectRoot } from "./lib/paths.mjs";
import { runForeground } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

/** The sizes of hicolor, the fallback icon theme of every Linux desktop. */
const sizes = [16, 24, 32, 48, 64, 128, 256, 512];

await runMain(async () => {
  const { electronPath } = await setUp({ quiet: true });
  const desktop = await openDesktop();
  const resources = join(projectRoot, "resources");
  const sandbox = isRootOnLinux ? ["--no-sandbox"] : [];
  const iconArguments = [
    "--icons",
    join(resources, "icon.svg"),
    join(resources, "icons"),
    ...sizes.map(String),
  ];
  try {
    return await runForeground(
      electronPath,
      [join(projectRoot, "scripts/icon-maker"), ...sandbox, ...iconArguments],
      {
        env: appEnv(desktop.env),
        isNoise: isChromiumNoise,
      },
    );
  } finally {
    await desktop.close();
  }
});
