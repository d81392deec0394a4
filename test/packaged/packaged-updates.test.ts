import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { test as base, expect, waitForEngine } from "../support/electron.js";
import {
  buildPackage,
  type RunningPackage,
  type UnpackedApp,
  withPackages,
} from "../support/packaged-app.js";
import {
  buildMetadata,
  generateSigningKey,
  startUpdateServer,
  type UpdateServer,
} from "../support/update-server.js";
import { openSettings } from "../support/window.js";

const signingKey = generateSigningKey();
const metadataFile = "latest-linux.yml";

let server: UpdateServer;
let built: UnpackedApp;

const test = base.extend<{ start: (env?: NodeJS.ProcessEnv) => Promise<RunningPackage> }>({
  start: async ({ dataFolder, outside }, use) => {
    await withPackages(built, dataFolder, (start) =>
      use((env) => start({ env: { XDG_CACHE_HOME: outside, ...env } })),
    );
  },
});

// On other systems an installer replaces the package, and a test must not start it.
test.skip(process.platform !== "linux", "Only Linux packages run from a folder.");

test.beforeAll(async () => {
  test.setTimeout(240_000);
  server = await startUpdateServer();
  built = buildPackage({ TIDEMARK_UPDATE_URL: server.url, TIDEMARK_UPDATE_KEY: signingKey.publicKey });
});
test.afterAll(async () => {
  built?.remove();
  await server?.close();
});
test.beforeEach(() => {
  server.requests.length = 0;
});

/** Publishes a release: the packager's metadata, signed by the release script. */
function publish(
  outside: string,
  version: string,
  content: Buffer,
  privateKey = signingKey.privateKey,
): void {
  writeFileSync(
    join(outside, metadataFile),
    buildMetadata({ version, content, notes: "Prices load faster." }),
  );
  execFileSync(process.execPath, ["scripts/sign-updates.mjs", "--folder", outside], {
    stdio: "ignore",
    env: { ...process.env, TIDEMARK_SIGNING_KEY: privateKey },
  });
  for (const name of [metadataFile, `${metadataFile}.sig`])
    server.files.set(name, readFileSync(join(outside, name)));
  server.files.set(`Tidemark-${version}.AppImage`, content);
}

async function checkForUpdates(page: Page) {
  await waitForEngine(page, "ready");
  await openSettings(page, "About");
  const section = page.getByRole("region", { name: "Updates" });
  await section.getByRole("button", { name: "Check for updates" }).click();
  return section;
}

test("checks for updates only on request, and offers a newer signed version", async ({ outside, start }) => {
  publish(outside, "9.9.9", Buffer.from("new"));
  const { page } = await start();
  await waitForEngine(page, "ready");
  expect(server.requests).toEqual([]);
  const section = await checkForUpdates(page);
  await expect(section).toContainText("Version 9.9.9 is available.");
  await expect(section).toContainText("Prices load faster.");
  // An app unpacked from an archive cannot replace itself.
  await expect(section).toContainText("This package cannot update itself.");
  await expect(section).toContainText(server.url);
  await expect(section.getByRole("button", { name: "Download" })).toHaveCount(0);
  await page.screenshot({ path: join(process.cwd(), "test-results/pictures/packaged-update.png") });
  expect(server.requests.map(({ path }) => path)).toEqual([metadataFile, `${metadataFile}.sig`]);
});

test("refuses an update that is signed with another key or not at all", async ({ outside, start }) => {
  publish(outside, "9.9.9", Buffer.from("new"), generateSigningKey().privateKey);
  const { page } = await start();
  const section = await checkForUpdates(page);
  await expect(section).toContainText("is not signed by the makers of Tidemark. It was refused.");
  server.files.delete(`${metadataFile}.sig`);
  await section.getByRole("button", { name: "Try again" }).click();
  await expect(section).toContainText("is not signed, so there is no telling who wrote it.");
});

test("reports that the running version is the newest", async ({ outside, start }) => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  publish(outside, version, Buffer.from("same"));
  const { page } = await start();
  const section = await checkForUpdates(page);
  await expect(section).toContainText("This is the newest version.");
});

test("downloads a new AppImage, replaces the old one, and starts it", async ({ outside, start }) => {
  const marker = join(outside, "started");
  const next = Buffer.from(`#!/bin/sh\necho "$APPIMAGE" > ${marker}\n`);
  publish(outside, "9.9.9", next);
  const image = join(outside, "Tidemark.AppImage");
  writeFileSync(image, "what runs");
  chmodSync(image, 0o755);
  const { page, process: running } = await start({ APPIMAGE: image, APPDIR: dirname(built.program) });
  const section = await checkForUpdates(page);
  await section.getByRole("button", { name: "Download" }).click();
  await expect(section).toContainText("Version 9.9.9 is ready.", { timeout: 40_000 });
  expect(readFileSync(image, "utf8")).toBe("what runs");
  await section.getByRole("button", { name: "Restart and update" }).click();
  await expect.poll(() => running.exitCode, { timeout: 40_000 }).toBe(0);
  await expect.poll(() => existsSync(marker)).toBe(true);
  expect(readFileSync(image)).toEqual(next);
});
