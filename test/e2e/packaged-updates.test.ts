import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { test as base, engineReaches, expect, openSettings } from "../support/electron.js";
import {
  buildPackage,
  type RunningPackage,
  startingPackages,
  type UnpackedApp,
} from "../support/packaged-app.js";
import {
  generateSigningKey,
  metadataOf,
  openUpdateServer,
  type UpdateServer,
} from "../support/update-server.js";

const own = generateSigningKey();
const file = "latest-linux.yml";

let server: UpdateServer;
let built: UnpackedApp;

const test = base.extend<{ start: (env?: NodeJS.ProcessEnv) => Promise<RunningPackage> }>({
  start: async ({ dataFolder, outside }, use) => {
    await startingPackages(built, dataFolder, (start) =>
      use((env) => start({ env: { XDG_CACHE_HOME: outside, ...env } })),
    );
  },
});

// Packages of the other systems are replaced by their own installers, which a test must not start.
test.skip(process.platform !== "linux", "Only Linux has packages that can be tried in a folder.");

test.beforeAll(async () => {
  test.setTimeout(240_000);
  server = await openUpdateServer();
  built = buildPackage({ TIDEMARK_UPDATE_URL: server.url, TIDEMARK_UPDATE_KEY: own.publicKey });
});
test.afterAll(async () => {
  built?.remove();
  await server?.close();
});
test.beforeEach(() => {
  server.asked.length = 0;
});

/** Publishes as a release does: metadata of the packager, signed by the script. */
function publish(outside: string, version: string, content: Buffer, privateKey = own.privateKey): void {
  writeFileSync(join(outside, file), metadataOf({ version, content, notes: "Prices load faster." }));
  execFileSync(process.execPath, ["scripts/sign-updates.mjs", "--folder", outside], {
    stdio: "ignore",
    env: { ...process.env, TIDEMARK_SIGNING_KEY: privateKey },
  });
  for (const name of [file, `${file}.sig`]) server.files.set(name, readFileSync(join(outside, name)));
  server.files.set(`Tidemark-${version}.AppImage`, content);
}

async function checkForUpdates(page: Page) {
  await engineReaches(page, "ready");
  await openSettings(page, "About");
  const section = page.getByRole("region", { name: "Updates" });
  await section.getByRole("button", { name: "Check for updates" }).click();
  return section;
}

test("a package asks nobody by itself; what it is told then is offered if it is newer, and signed", async ({
  outside,
  start,
}) => {
  publish(outside, "9.9.9", Buffer.from("new"));
  const { page } = await start();
  await engineReaches(page, "ready");
  expect(server.asked).toEqual([]);
  const section = await checkForUpdates(page);
  await expect(section).toContainText("Version 9.9.9 is available.");
  await expect(section).toContainText("Prices load faster.");
  // Unpacked from an archive, it cannot replace itself.
  await expect(section).toContainText("This package cannot replace itself.");
  await expect(section).toContainText(server.url);
  await expect(section.getByRole("button", { name: "Download" })).toHaveCount(0);
  await page.screenshot({ path: join(process.cwd(), "test-results/pictures/packaged-update.png") });
  expect(server.asked.map(({ path }) => path)).toEqual([file, `${file}.sig`]);
});

test("a version that somebody else has signed is refused, and so is one that nobody has", async ({
  outside,
  start,
}) => {
  publish(outside, "9.9.9", Buffer.from("new"), generateSigningKey().privateKey);
  const { page } = await start();
  const section = await checkForUpdates(page);
  await expect(section).toContainText("is not signed by those who make Tidemark. It was refused.");
  server.files.delete(`${file}.sig`);
  await section.getByRole("button", { name: "Try again" }).click();
  await expect(section).toContainText("is not signed, so that nobody can tell who wrote it.");
});

test("the version that runs is the newest one where there is no other", async ({ outside, start }) => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  publish(outside, version, Buffer.from("same"));
  const { page } = await start();
  const section = await checkForUpdates(page);
  await expect(section).toContainText("This is the newest version.");
});

test("an image fetches the new one, takes its place and starts it", async ({ outside, start }) => {
  const marker = join(outside, "started");
  const next = Buffer.from(`#!/bin/sh\necho "$APPIMAGE" > ${marker}\n`);
  publish(outside, "9.9.9", next);
  const image = join(outside, "Tidemark.AppImage");
  writeFileSync(image, "what runs");
  chmodSync(image, 0o755);
  const { page, process: running } = await start({ APPIMAGE: image, APPDIR: dirname(built.program) });
  const section = await checkForUpdates(page);
  await section.getByRole("button", { name: "Download" }).click();
  await expect(section).toContainText("Version 9.9.9 is ready.", { timeout: 15_000 });
  expect(readFileSync(image, "utf8")).toBe("what runs");
  await section.getByRole("button", { name: "Restart and update" }).click();
  await expect.poll(() => running.exitCode, { timeout: 20_000 }).toBe(0);
  await expect.poll(() => existsSync(marker)).toBe(true);
  expect(readFileSync(image)).toEqual(next);
});
