import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listPackage } from "@electron/asar";
import { FuseState, FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import type { Page } from "@playwright/test";
import { test as base, engineReaches, expect, killEngine, lookUp } from "../support/electron.js";
import { hasKeyring, startKeyring, useKeyring } from "../support/keyring.js";
import { type OtherServer, startOtherServer } from "../support/other-server.js";
import {
  buildPackage,
  type RunningPackage,
  type StartPackage,
  startingPackages,
  type UnpackedApp,
} from "../support/packaged-app.js";
import { scratchFolder } from "../support/scratch-folder.js";
import { filesWith } from "../support/secret-search.js";

interface Fixtures {
  readonly start: StartPackage;
  /** As a shopper does who has a keyring, which goes on until the app has ended: Chromium aborts without its bus. */
  readonly startWithKeyring: () => Promise<RunningPackage>;
  readonly otherServer: OtherServer;
}

const test = base.extend<Fixtures>({
  start: ({ dataFolder }, use) => startingPackages(built, dataFolder, use),
  startWithKeyring: async ({ dataFolder }, use) => {
    const keyring = await startKeyring();
    try {
      await startingPackages(built, dataFolder, (start) =>
        use(() => start({ args: [useKeyring], env: keyring.env })),
      );
    } finally {
      keyring.close();
    }
  },
  // Playwright reads a fixture's needs from its first parameter, so that it must be a pattern.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  otherServer: async ({}, use) => {
    const folder = scratchFolder("other");
    const server = await startOtherServer(folder.path);
    await use(server);
    await server.stop();
    folder.remove();
  },
});

let built: UnpackedApp;

test.beforeAll(() => {
  test.setTimeout(240_000);
  built = buildPackage();
});
test.afterAll(() => built?.remove());

test("a package opens, looks a product up and shows its history", async ({ start }) => {
  const { page } = await start();
  const { baseUrl } = await engineReaches(page, "ready");
  await page.getByRole("button", { name: /^Look around the sample/ }).click();
  await lookUp(page, "wireless headphones");
  await page.getByRole("list", { name: "Products" }).locator("[data-row]").first().click();
  await expect(page.getByRole("heading", { name: "Price history" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: /headphones/i })).toBeVisible();

  const chart = page.getByRole("application", { name: "Chart of prices" });
  await chart.scrollIntoViewIfNeeded();
  await chart.focus();
  await page.keyboard.press("End");
  await expect(chart.getByRole("status")).toContainText(/\$\d/);
  await page.screenshot({ path: join(process.cwd(), "test-results/pictures/packaged-product.png") });

  const described = await fetch(`${baseUrl}/openapi.json`);
  expect(described.status).toBe(200);
});

test("a package keeps what it was told, and ends in good order", async ({ start }) => {
  const first = await start();
  await engineReaches(first.page, "ready");
  await first.page.evaluate(() => window.tidemark.invoke("settings:update", { theme: "dark" }));
  await first.close();
  expect(first.process.exitCode).toBe(0);

  const second = await start();
  expect(await second.page.evaluate(() => window.tidemark.invoke("settings:get"))).toMatchObject({
    theme: "dark",
  });
});

test("its fuses are set", async () => {
  const wire = await getCurrentFuseWire(built.program);
  const state = (fuse: FuseV1Options) => FuseState[wire[fuse] ?? FuseState.INHERIT];
  expect({
    runAsNode: state(FuseV1Options.RunAsNode),
    cookieEncryption: state(FuseV1Options.EnableCookieEncryption),
    nodeOptions: state(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
    inspect: state(FuseV1Options.EnableNodeCliInspectArguments),
    asarIntegrity: state(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
    onlyAsar: state(FuseV1Options.OnlyLoadAppFromAsar),
    ownSnapshot: state(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot),
    filePrivileges: state(FuseV1Options.GrantFileProtocolExtraPrivileges),
  }).toEqual({
    runAsNode: "DISABLE",
    cookieEncryption: "ENABLE",
    nodeOptions: "DISABLE",
    inspect: "DISABLE",
    asarIntegrity: "ENABLE",
    onlyAsar: "ENABLE",
    ownSnapshot: "DISABLE",
    filePrivileges: "DISABLE",
  });
});

test("the environment and the command line cannot make it run other code", async ({ dataFolder, start }) => {
  const marker = join(dataFolder, "ran");
  const intruder = join(dataFolder, "intruder.cjs");
  writeFileSync(intruder, `require("node:fs").writeFileSync(${JSON.stringify(marker)}, "");`);
  const { page, said } = await start({
    env: { ELECTRON_RUN_AS_NODE: "1", NODE_OPTIONS: `--require=${intruder}` },
    args: ["--inspect=0", `--require=${intruder}`, "--js-flags=--allow-natives-syntax", intruder],
  });
  await engineReaches(page, "ready");
  expect(existsSync(marker)).toBe(false);
  expect(said()).not.toContain("Debugger listening");
});

test("an app that someone puts beside the archive is not run", async ({ dataFolder, start }) => {
  const marker = join(dataFolder, "ran");
  const folder = join(built.resources, "app");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "intruder", main: "index.cjs" }));
  writeFileSync(
    join(folder, "index.cjs"),
    `require("node:fs").writeFileSync(${JSON.stringify(marker)}, "");`,
  );
  const { page } = await start();
  await engineReaches(page, "ready");
  expect(page.url()).toBe("app://tidemark/index.html");
  expect(existsSync(marker)).toBe(false);
});

test("a package holds the built program and what it needs, and nothing else of the project", () => {
  const files = listPackage(join(built.resources, "app.asar"), { isPack: false }).map((path) =>
    path.replaceAll("\\", "/"),
  );
  const tops = new Set(files.map((path) => path.split("/")[1]));
  expect([...tops].sort()).toEqual(["LICENSE", "node_modules", "out", "package.json", "resources"]);
  expect(files.filter((path) => /\.(ts|tsx|map)$|\.env|\/test\/|^\/out\/developer/.test(path))).toEqual([]);
  const drivers = files.filter((path) => path.endsWith(".node"));
  expect(drivers.every((path) => path.includes(`/${process.platform}-`))).toBe(true);
  expect(drivers.length).toBeGreaterThan(0);
});

/** What nobody may read off the disk: of each secret the part that is random. */
async function makeSecrets(page: Page, { base_url, api_key }: OtherServer) {
  const { key, secret } = await page.evaluate(
    async (upstream) => {
      const made = await window.tidemark.invoke("engine:call", "keys.create", { name: "a key's own name" });
      const webhook = await window.tidemark.invoke("engine:call", "webhooks.create", {
        url: "https://hooks.example/in",
        events: ["price_drop"],
      });
      const added = await window.tidemark.invoke("engine:call", "services.add", {
        ...upstream,
        name: "Upstream",
      });
      if (!made.ok || !webhook.ok || !added.ok) throw new Error("A secret could not be made.");
      return { key: made.data.key, secret: webhook.data.webhook.secret };
    },
    { base_url, key: api_key },
  );
  return {
    "API key": key.slice("ss_live_".length),
    "signing secret": secret.slice("whsec_".length, -2),
    "service's key": api_key.slice("ss_live_".length),
  };
}

/** Requests that carry a key where it does not belong, and an engine that crashes while it knows one. */
async function provoke(page: Page, key: string): Promise<void> {
  const { baseUrl } = await engineReaches(page, "ready");
  const own = { Authorization: `Bearer ss_live_${key}` };
  for (const path of [`/products?ids=x&api_key=ss_live_${key}`, `/ss_live_${key}`])
    await fetch(baseUrl + path, { headers: own });
  await lookUp(page, `ss_live_${key}`);
  await killEngine(page, "SIGSEGV");
}

test.describe("with a keyring", () => {
  test.skip(!hasKeyring, "This system has no keyring that could be started for a test.");

  test("no secret is on the disk in clear: not in the database, the logs, or what a crash leaves", async ({
    dataFolder,
    otherServer,
    startWithKeyring,
  }) => {
    const app = await startWithKeyring();
    await engineReaches(app.page, "ready");
    const secrets = await makeSecrets(app.page, otherServer);
    await provoke(app.page, secrets["API key"]);
    // While it runs, when much is in the log beside the database; and after its end.
    for (const state of ["running", "ended"]) {
      if (state === "ended") await app.close();
      for (const [name, secret] of Object.entries(secrets))
        expect({ state, name, files: filesWith(dataFolder, secret) }).toEqual({ state, name, files: [] });
      expect(filesWith(dataFolder, "PRIVATE KEY-----")).toEqual([]);
      // What is no secret is found, so that the search is one.
      expect(filesWith(dataFolder, "a key's own name")).not.toEqual([]);
    }
    expect(statSync(join(dataFolder, "window/secret-key.json")).mode & 0o077).toBe(0);

    // The next start opens what this one has sealed.
    const { page } = await startWithKeyring();
    await engineReaches(page, "ready");
    const { services } = await page.evaluate(async () => {
      const listed = await window.tidemark.invoke("engine:call", "services.list", {});
      if (!listed.ok) throw new Error(listed.error.message);
      return listed.data;
    });
    const tested = await page.evaluate(
      (id) => window.tidemark.invoke("engine:call", "services.test", { id }),
      services[0]?.id ?? "",
    );
    expect(tested).toMatchObject({ ok: true, data: { problem: null } });
  });
});
