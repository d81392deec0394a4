import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import {
  test as base,
  type ElectronApplication,
  _electron as electron,
  expect,
  type Page,
} from "@playwright/test";
import { databaseFile, picturesFolder } from "../../src/main/engine/db/data-folder.js";
import { defaultSettings, visibleSettings } from "../../src/main/settings/app-settings.js";
import type { EngineStart } from "../../src/shared/engine-process.js";
import type { EngineStatus } from "../../src/shared/ipc.js";
import { clockFile, moveClock } from "./clock.js";
import { type NotificationService, startNotificationService } from "./desktop.js";
import { type ScratchFolder, scratchFolder } from "./disk.js";
import { AppUi } from "./models/app-ui.js";
import { copySampleTo } from "./sample-folder.js";
import { openShop, type ShopSite, startShopSite } from "./shop-site.js";
import { defaultSize, lookUpBox, resizeTo } from "./window.js";

const desktops = JSON.parse(process.env.TIDEMARK_DESKTOPS ?? "[]") as readonly NodeJS.ProcessEnv[];
// The screen and the bus of this worker, for all programs that it starts.
Object.assign(process.env, desktops[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]);

const require = createRequire(import.meta.url);

/** The app under test: the checkout's build, unless the environment names another folder. */
export const appFolder = process.env.TIDEMARK_APP ?? process.cwd();
/** On a busy disk, the syncs of a new folder wait for the writes of other programs. */
const engineStartTimeoutMs = 40_000;
const exitTimeoutMs = 20_000;

/** The pace of visits to the tests' own shops, which need no politeness. */
const testPace = { gapMs: 50 };

/** Read by `src/main/engine-host/setup-engine.ts` at each start of the engine. */
const testOptionsVariable = "TIDEMARK_TEST_ENGINE";

/** The clock of the test's engines, unless it is the machine's. */
let movedClock: Pick<EngineStart, "clockFile"> = {};

/** The environment variable with the options of a test's engine. */
export function testOptions(start: Partial<EngineStart>, pingIntervalMs?: number): Record<string, string> {
  const options = { start: { pagePace: testPace, ...movedClock, ...start }, pingIntervalMs };
  return { [testOptionsVariable]: JSON.stringify(options) };
}

/** An open app and the data folder of its engine. */
export interface RunningApp {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly process: ChildProcess;
  readonly dataFolder: string;
}

/**
 * Playwright preloads a module that delays the app until it is attached, but only if it finds Electron through the
 * `electron` package. With a path to the executable it sometimes misses the first window.
 */
if (process.env.TIDEMARK_ELECTRON && process.platform === "linux") {
  process.env.ELECTRON_OVERRIDE_DIST_PATH = dirname(process.env.TIDEMARK_ELECTRON);
}

const isSandboxed = !process.env.TIDEMARK_NO_SANDBOX;

function appArguments(dataFolder: string, extraArgs: readonly string[]): string[] {
  return [".", "--data", dataFolder, "--port", "0", ...extraArgs];
}

/** The environment without the variables that the test runner sets for itself. */
function appEnvironment(): Record<string, string> {
  const {
    NODE_OPTIONS: _options,
    ELECTRON_RUN_AS_NODE: _runAsNode,
    TIDEMARK_DATA: _data,
    ...env
  } = process.env;
  return env as Record<string, string>;
}

async function launch(
  dataFolder: string,
  extraArgs: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<RunningApp> {
  const app = await electron.launch({
    args: appArguments(dataFolder, extraArgs),
    // Playwright turns the sandbox off by default.
    chromiumSandbox: isSandboxed,
    cwd: folder,
    env: { ...appEnvironment(), ...testOptions({}), ...env },
    // Otherwise Playwright emulates a color scheme.
    colorScheme: null,
  });
  return { app, page: await app.firstWindow(), process: app.process(), dataFolder };
}

/** Closes an app that a test has left open. Throws if it crashes, or has to be killed after a while. */
async function close({ app, process }: RunningApp): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const killing = setTimeout(() => process.kill("SIGKILL"), exitTimeoutMs);
  await app.close();
  clearTimeout(killing);
  if (process.exitCode !== 0)
    throw new Error(`The app exited with ${process.signalCode ?? `exit code ${process.exitCode}`}.`);
}

/** A copy of the built app in a folder of its own, which a test may change. */
export function copyProgram(): ScratchFolder {
  const copy = scratchFolder("app");
  for (const name of ["out", "package.json"])
    cpSync(join(appFolder, name), join(copy.path, name), { recursive: true });
  for (const name of ["node_modules", "resources"]) symlinkSync(join(appFolder, name), join(copy.path, name));
  return copy;
}

/**
 * Starts the app again beside a running one, to which it passes its arguments. Returns its output; throws if it fails.
 */
export async function startSecondInstance(
  dataFolder: string,
  extraArgs: readonly string[] = [],
): Promise<string> {
  const sandbox = isSandboxed ? [] : ["--no-sandbox"];
  const child = spawn(require("electron") as string, [...sandbox, ...appArguments(dataFolder, extraArgs)], {
    cwd: appFolder,
    env: appEnvironment(),
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [exitCode, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  if (exitCode !== 0) throw new Error(`The second start exited with ${signal ?? `exit code ${exitCode}`}.`);
  return output;
}

/** The app that the tests of a file use, one after the other. */
class FileApp {
  #open: { readonly file: string; readonly app: RunningApp; readonly folder: ScratchFolder } | null = null;
  /** The data folder of its engine. */
  #dataFolder = "";
  /** A data folder with the sample market, for all tests that only read it. */
  readonly #sample = scratchFolder("sample");

  /** The file's app on a test's data folder, in the state of a first start. */
  async use(file: string, dataFolder: string): Promise<RunningApp> {
    const known = this.#open?.file === file ? this.#open : null;
    if (known !== null) await renew(known.app, dataFolder === this.#dataFolder ? null : dataFolder);
    const { app, folder } = known ?? (await this.#start(file, dataFolder));
    this.#dataFolder = dataFolder;
    linkPictures(folder.path, dataFolder);
    return { ...app, dataFolder };
  }

  /** The file's app on the sample market, whose engine goes on from test to test. */
  openSample(file: string): Promise<RunningApp> {
    copySampleIfEmpty(this.#sample.path);
    return this.use(file, this.#sample.path);
  }

  async end(): Promise<void> {
    await this.close();
    this.#sample.remove();
  }

  async close(): Promise<void> {
    if (this.#open === null) return;
    const { app, folder } = this.#open;
    this.#open = null;
    await close(app);
    folder.remove();
  }

  async #start(file: string, dataFolder: string) {
    await this.close();
    const folder = scratchFolder("app");
    const app = await launch(folder.path, [], appFolder, testOptions({ dataFolder }));
    this.#open = { file, app, folder };
    return this.#open;
  }
}

/**
 * Moves an app to another data folder, unless that is null. Settings, stored values and size of the window become those of
 * a first start.
 */
async function renew({ app, page }: RunningApp, dataFolder: string | null): Promise<void> {
  if (dataFolder !== null) await moveEngine(app, dataFolder);
  const restart = { isNeeded: dataFolder !== null, settings: visibleSettings(defaultSettings) };
  await page.evaluate(async ({ isNeeded, settings }) => {
    // Registered last, so that it also removes what the page stores when it goes.
    addEventListener("pagehide", () => localStorage.clear());
    await window.tidemark.invoke("settings:update", settings);
    if (isNeeded) await window.tidemark.invoke("engine:restart");
  }, restart);
  await page.reload();
  await resizeTo({ app, page }, defaultSize);
}

/** Lets the next start of an app's engine be on another data folder. */
async function moveEngine(app: ElectronApplication, dataFolder: string): Promise<void> {
  await app.evaluate((_electron, env) => Object.assign(process.env, env), testOptions({ dataFolder }));
}

/** Main reads pictures from the folder with which the app was started. */
function linkPictures(folder: string, dataFolder: string): void {
  rmSync(picturesFolder(folder), { recursive: true, force: true });
  symlinkSync(picturesFolder(dataFolder), picturesFolder(folder), "junction");
}

interface Fixtures {
  readonly dataFolder: string;
  /** A folder for files outside the data folder. */
  readonly outside: string;
  /** Starts the app on the test's data folder or another one. It is closed when the test ends. */
  readonly open: (
    extraArgs?: readonly string[],
    folder?: string,
    env?: Readonly<Record<string, string>>,
  ) => Promise<RunningApp>;
  /** The folder of the app. A test may override it, for example with a copy that has a different engine. */
  readonly program: string;
  /** Whether a new data folder has the sample market. */
  readonly hasSample: boolean;
  /** Whether the test changes no data, so that it can share them with others that do not. */
  readonly onlyReads: boolean;
  /** Whether `tidemark` is an app of the test's own: for tests of more than a window and its engine. */
  readonly hasOwnApp: boolean;
  readonly tidemark: RunningApp;
  /** The app of `tidemark`. */
  readonly app: ElectronApplication;
  /** Moves the clock of apps that are opened after it. Requested before `tidemark`, it moves that app's, too. */
  readonly clock: { readonly advance: (ms: number) => void };
  /** A shop with a page in each markup style. */
  readonly shop: ShopSite;
  /** Shows the notifications of apps, and records them. */
  readonly desktop: NotificationService;
  /** Opens a shop that is closed when the test ends. */
  readonly openShop: typeof openShop;
  /** The window as page models. */
  readonly ui: AppUi;
}

interface WorkerFixtures {
  readonly fileApp: FileApp;
}

/** Each test gets a data folder and, if it requests `tidemark`, an app open on it with the engine ready. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // Playwright reads a fixture's dependencies from its first parameter, which must be a destructuring pattern.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  dataFolder: async ({}, use, info) => {
    const folder = scratchFolder("e2e");
    await use(folder.path);
    if (info.status !== info.expectedStatus) await info.attach("log", { body: readLogs(folder.path) });
    folder.remove();
  },
  // biome-ignore lint/correctness/noEmptyPattern: see above
  outside: async ({}, use) => {
    const folder = scratchFolder("outside");
    await use(folder.path);
    folder.remove();
  },
  program: [appFolder, { option: true }],
  hasSample: [true, { option: true }],
  onlyReads: [false, { option: true }],
  hasOwnApp: [false, { option: true }],
  open: async ({ dataFolder, program, hasSample }, use) => {
    const opened: RunningApp[] = [];
    await use(async (extraArgs = [], folder = dataFolder, env = {}) => {
      if (hasSample) copySampleIfEmpty(folder);
      const tidemark = await launch(folder, extraArgs, program, env);
      opened.push(tidemark);
      return tidemark;
    });
    for (const tidemark of opened) await close(tidemark);
  },
  fileApp: [
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const fileApp = new FileApp();
      await use(fileApp);
      await fileApp.end();
    },
    { scope: "worker" },
  ],
  tidemark: async ({ open, fileApp, dataFolder, hasSample, hasOwnApp, onlyReads }, use, info) => {
    if (hasSample && !onlyReads) copySampleIfEmpty(dataFolder);
    const openFileApp = () =>
      onlyReads ? fileApp.openSample(info.file) : fileApp.use(info.file, dataFolder);
    const tidemark = hasOwnApp ? await open() : await openFileApp();
    await waitForEngine(tidemark.page, "ready");
    await waitUntilRendered(tidemark.page);
    await use(tidemark);
  },
  app: ({ tidemark }, use) => use(tidemark.app),
  page: ({ tidemark }, use) => use(tidemark.page),
  clock: async ({ dataFolder }, use) => {
    let offsetMs = 0;
    movedClock = { clockFile: clockFile(dataFolder) };
    await use({
      advance: (ms) => {
        offsetMs += ms;
        moveClock(dataFolder, offsetMs);
      },
    });
    movedClock = {};
  },
  // biome-ignore lint/correctness/noEmptyPattern: see above
  shop: async ({}, use) => {
    const shop = await startShopSite();
    await use(shop);
    shop.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: see above
  desktop: async ({}, use) => {
    const desktop = await startNotificationService();
    await use(desktop);
    desktop.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: see above
  openShop: async ({}, use) => {
    const opened: { close(): void }[] = [];
    await use(async (...given) => {
      const shop = await openShop(...given);
      opened.push(shop);
      return shop;
    });
    for (const shop of opened) shop.close();
  },
  ui: ({ tidemark }, use) => use(new AppUi(tidemark)),
});

/** A folder with a database, or a path below a file, stays as it is. */
function copySampleIfEmpty(folder: string): void {
  if (statSync(dirname(folder)).isFile()) return;
  mkdirSync(folder, { recursive: true });
  if (!existsSync(databaseFile(folder))) copySampleTo(folder);
}

export { expect };

/** What the app and the engine have logged. */
function readLogs(dataFolder: string): string {
  return ["main.log", "engine.log"]
    .map((name) => {
      try {
        return readFileSync(join(dataFolder, "logs", name), "utf8");
      } catch {
        return `There is no ${name}.\n`;
      }
    })
    .join("");
}

/** Waits until the page is rendered and receives events: the engine does not wait for a slow page. */
async function waitUntilRendered(page: Page): Promise<void> {
  await expect(lookUpBox(page)).toBeVisible({ timeout: engineStartTimeoutMs });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

export async function waitForEngine<S extends EngineStatus["state"]>(page: Page, state: S) {
  let status: EngineStatus | undefined;
  const readStatus = async () => {
    status = await engineStatus(page);
    return status;
  };
  await expect.poll(readStatus, { timeout: engineStartTimeoutMs, intervals: [50] }).toMatchObject({ state });
  return status as unknown as Extract<EngineStatus, { state: S }>;
}

/** Kills the engine, and waits until the app has started a new one. */
export async function killEngine(page: Page, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  const { pid } = await waitForEngine(page, "ready");
  process.kill(pid, signal);
  const hasRestarted = async () => {
    const status = await engineStatus(page);
    return status.state === "ready" && status.pid !== pid;
  };
  await expect.poll(hasRestarted, { timeout: engineStartTimeoutMs, intervals: [50] }).toBe(true);
}

function engineStatus(page: Page): Promise<EngineStatus> {
  return page.evaluate(() => window.tidemark.invoke("engine:status"));
}
