/** `npm run bench [-- NAME… --full --runs N]`: the engine's figures, then the window's. */
import { appEnv } from "./lib/app-process.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { openDesktop } from "./lib/display.mjs";
import { nodePath, projectRoot } from "./lib/paths.mjs";
import { runForeground } from "./lib/run.mjs";
import { runMain } from "./lib/say.mjs";
import { setUp } from "./setup.mjs";

const windowGroup = "window";

await runMain(async () => {
  const { electronPath } = await setUp();
  await ensureBuilt();
  const args = process.argv.slice(2);
  const names = args.filter(
    (arg, i) => !arg.startsWith("--") && !/^--(runs|seconds)$/.test(args[i - 1] ?? ""),
  );
  const wantsWindow = names.length === 0 || names.includes(windowGroup);
  const wantsEngine = names.length === 0 || names.some((name) => name !== windowGroup);
  const code = wantsEngine
    ? await runForeground(nodePath, [`${projectRoot}/out/main/cli.js`, "bench", ...args], {})
    : 0;
  if (code !== 0 || !wantsWindow) return code;
  const runs = Number(args[args.indexOf("--runs") + 1] ?? 5) || 5;
  const desktop = await openDesktop();
  try {
    const { benchWindow } = await import("./lib/window-bench.mjs");
    const rows = await benchWindow({ electronPath, env: appEnv(desktop.env), runs });
    process.stdout.write(`${rows}\n`);
    return 0;
  } finally {
    await desktop.close();
  }
});
