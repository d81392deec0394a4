import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test as base, copyProgram, expect, waitForEngine } from "../support/electron.js";

/** The built app in a folder of its own, so that its engine can be replaced. The real one is beside it as `real-engine.js`. */
const test = base.extend<{ readonly program: string }>({
  // Playwright reads a fixture's dependencies from its first parameter, which must be a destructuring pattern.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  program: async ({}, use) => {
    const { path, remove } = copyProgram();
    await use(path);
    remove();
  },
});
test.use({ hasOwnApp: true });

function engineIn(program: string, name = "engine.js"): string {
  return join(program, "out/main", name);
}

function replaceEngine(program: string, code: string): void {
  renameSync(engineIn(program), engineIn(program, "real-engine.js"));
  writeFileSync(engineIn(program), code);
}

test("writes what the engine prints to the app's log, and passes nothing to it as an argument, which every user of the computer could read", async ({
  program,
  dataFolder,
  open,
}) => {
  replaceEngine(
    program,
    `console.log("arguments: [" + process.argv.slice(2) + "]"); console.error("second line");
    await import("./real-engine.js");`,
  );
  const { page } = await open();
  await waitForEngine(page, "ready");
  const log = readFileSync(join(dataFolder, "logs/main.log"), "utf8");
  expect(log).toContain("engine: arguments: []\n");
  expect(log).toContain("engine: second line\n");
});

test("says in the window that the engine's program is missing, and what to do", async ({ program, open }) => {
  rmSync(engineIn(program));
  const { page } = await open();
  await waitForEngine(page, "stopped");
  await expect(page.getByRole("alert")).toContainText("Install Tidemark again");
});
