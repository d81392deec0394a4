import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, waitForEngine } from "../support/electron.js";
import { Settings } from "../support/models/settings.js";
import {
  type BuiltPackage,
  test as base,
  type RunningPackage,
  withPackages,
} from "../support/packaged-app.js";
import { buildMetadata, generateSigningKey } from "../support/update-server.js";

const metadataFile = "latest-linux.yml";

const test = base.extend<{ start: (env?: NodeJS.ProcessEnv) => Promise<RunningPackage> }>({
  start: async ({ built, dataFolder, outside }, use) => {
    await withPackages(built, dataFolder, (start) =>
      use((env) => start({ env: { XDG_CACHE_HOME: outside, ...env } })),
    );
  },
});

// On other systems an installer replaces the package, and a test must not start it.
test.skip(process.platform !== "linux", "Only Linux packages run from a folder.");

test.beforeEach(({ built }) => {
  built.updates.requests.length = 0;
});

/** Publishes a release: the packager's metadata, signed by the release script. */
function publish(
  { updates, signingKey }: BuiltPackage,
  outside: string,
  version: string,
  content: Buffer,
  { privateKey } = signingKey,
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
    updates.files.set(name, readFileSync(join(outside, name)));
  updates.files.set(`Tidemark-${version}.AppImage`, content);
}

async function checkForUpdates(page: Page) {
  await waitForEngine(page, "ready");
  await new Settings(page).open("About");
  const section = page.getByRole("region", { name: "Updates" });
  await section.getByRole("button", { name: "Check for updates" }).click();
  return section;
}

test("checks for updates only on request, and offers a newer signed version", async ({
  built,
  outside,
  start,
}) => {
  publish(built, outside, "9.9.9", Buffer.from("new"));
  const { page } = await start();
  await waitForEngine(page, "ready");
  expect(built.updates.requests).toEqual([]);
  const section = await checkForUpdates(page);
  await expect(section).toContainText("Version 9.9.9 is available.");
  await expect(section).toContainText("Prices load faster.");
  // An app unpacked from an archive cannot replace itself.
  await expect(section).toContainText("This package cannot update itself.");
  await expect(section).toContainText(built.updates.url);
  await expect(section.getByRole("button", { name: "Download" })).toHaveCount(0);
  await page.screenshot({ path: join(process.cwd(), "test-results/pictures/packaged-update.png") });
  expect(built.updates.requests.map(({ path }) => path)).toEqual([metadataFile, `${metadataFile}.sig`]);
});

test("refuses an update that is signed with another key or not at all", async ({ built, outside, start }) => {
  publish(built, outside, "9.9.9", Buffer.from("new"), generateSigningKey());
  const { page } = await start();
  const section = await checkForUpdates(page);
  await expect(section).toContainText("is not signed by the makers of Tidemark. It was refused.");
  built.updates.files.delete(`${metadataFile}.sig`);
  await section.getByRole("button", { name: "Try again" }).click();
  await expect(section).toContainText("is not signed, so there is no telling who wrote it.");
});

test("downloads a new AppImage, replaces the old one, and starts it", async ({ built, outside, start }) => {
  const marker = join(outside, "started");
  const next = Buffer.from(`#!/bin/sh\necho "$APPIMAGE" > ${marker}\n`);
  publish(built, outside, "9.9.9", next);
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
