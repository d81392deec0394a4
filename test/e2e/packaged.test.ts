import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listPackage } from "@electron/asar";
import { FuseState, FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { test as base, engineReaches, expect, lookUp } from "../support/electron.js";
import {
  buildPackage,
  type RunningPackage,
  startPackage,
  type UnpackedApp,
} from "../support/packaged-app.js";

type Start = (more?: Parameters<typeof startPackage>[2]) => Promise<RunningPackage>;

const test = base.extend<{ start: Start }>({
  start: async ({ dataFolder }, use) => {
    const started: RunningPackage[] = [];
    await use(async (more) => {
      const app = await startPackage(built, dataFolder, more);
      started.push(app);
      return app;
    });
    for (const app of started) await app.close();
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
  await page
    .getByRole("main")
    .getByRole("button", { name: /headphones/i })
    .first()
    .click();
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
  await first.page.evaluate(() => window.tidemark.updateSettings({ theme: "dark" }));
  await first.close();
  expect(first.process.exitCode).toBe(0);

  const second = await start();
  expect(await second.page.evaluate(() => window.tidemark.settings())).toMatchObject({ theme: "dark" });
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
  expect(files.filter((path) => /\.(ts|tsx|map)$|\.env|\/test\//.test(path))).toEqual([]);
  const drivers = files.filter((path) => path.endsWith(".node"));
  expect(drivers.every((path) => path.includes(`/${process.platform}-`))).toBe(true);
  expect(drivers.length).toBeGreaterThan(0);
});
