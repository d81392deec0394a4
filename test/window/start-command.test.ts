import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "../support/electron.js";

test("npm start opens the app, prints its API address, and resolves paths against the caller's folder", async ({
  dataFolder,
}) => {
  const folder = join(dataFolder, "started");
  const picture = join(dataFolder, "start.png");
  const relative = join("..", basename(dataFolder), "started");
  const args = [
    "--data",
    relative,
    "--port",
    "0",
    `--screenshot=${join("..", basename(dataFolder), "start.png")}`,
  ];
  const started = spawn(process.execPath, [join(process.cwd(), "scripts/start.mjs"), ...args], {
    env: { ...process.env, INIT_CWD: dataFolder },
    cwd: dirname(dataFolder),
  });
  let output = "";
  started.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = once(started, "exit");
  try {
    await expect.poll(() => output, { timeout: 90_000 }).toContain("Saved a screenshot of the window to");
  } finally {
    started.kill("SIGTERM");
    await ended;
  }
  expect(output).toMatch(/The API is available at http:\/\/127\.0\.0\.1:\d+\/v1/);
  expect(output).toContain(`Data folder: ${folder}`);
  expect(existsSync(picture)).toBe(true);
  expect(existsSync(join(folder, "tidemark.sqlite3"))).toBe(true);
});
