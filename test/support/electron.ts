import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import {
  test as base,
  type ElectronApplication,
  _electron as electron,
  expect,
  type Page,
} from "@playwright/test";
import type { Product } from "../../src/shared/contract/product.js";
import type { EngineStatus, PushChannel, PushMessages, Theme } from "../../src/shared/ipc.js";
import { scratchFolder } from "./disk.js";

const require = createRequire(import.meta.url);

/** The app under test: the checkout's build, unless the environment names another folder. */
export const appFolder = process.env.TIDEMARK_APP ?? process.cwd();
const picturesFolder = join(process.cwd(), "test-results/pictures");
const engineStartTimeoutMs = 20_000;
const exitTimeoutMs = 20_000;

export const sizes = {
  "1280x800": { width: 1_280, height: 800 },
  "800x600": { width: 800, height: 600 },
} as const;
export type SizeName = keyof typeof sizes;

/** An open app with its own data folder. */
export interface RunningApp {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly process: ChildProcess;
  readonly dataFolder: string;
}

/**
 * Playwright preloads a module that holds the app back until it is attached, but only if it finds Electron by the
 * `electron` package. With a path to the executable it sometimes misses the start of the window.
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
    env: { ...appEnvironment(), ...env },
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

/** Starts the app again beside a running one, to which it passes its arguments. Returns its output; throws if it fails. */
export async function startAgain(dataFolder: string, extraArgs: readonly string[] = []): Promise<string> {
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
  readonly tidemark: RunningApp;
}

/** Each test gets a data folder and, if it requests `tidemark`, an app open on it with the engine ready. */
export const test = base.extend<Fixtures>({
  // Playwright reads a fixture's dependencies from its first parameter, which must be a destructuring pattern.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  dataFolder: async ({}, use) => {
    const folder = scratchFolder("e2e");
    await use(folder.path);
    folder.remove();
  },
  // biome-ignore lint/correctness/noEmptyPattern: see above
  outside: async ({}, use) => {
    const folder = scratchFolder("outside");
    await use(folder.path);
    folder.remove();
  },
  program: [appFolder, { option: true }],
  open: async ({ dataFolder, program }, use) => {
    const opened: RunningApp[] = [];
    await use(async (extraArgs = [], folder = dataFolder, env = {}) => {
      const tidemark = await launch(folder, extraArgs, program, env);
      opened.push(tidemark);
      return tidemark;
    });
    for (const tidemark of opened) await close(tidemark);
  },
  tidemark: async ({ open }, use) => {
    const tidemark = await open();
    await engineReaches(tidemark.page, "ready");
    await waitUntilRendered(tidemark.page);
    await use(tidemark);
  },
});

export { expect };

/** Waits until the page is rendered and receives events: the engine does not wait for a slow page. */
async function waitUntilRendered(page: Page): Promise<void> {
  await expect(lookUpBox(page)).toBeVisible({ timeout: engineStartTimeoutMs });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

export async function engineReaches<S extends EngineStatus["state"]>(page: Page, state: S) {
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
  const { pid } = await engineReaches(page, "ready");
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

export async function resize({ app, page }: RunningApp, name: SizeName): Promise<void> {
  const size = sizes[name];
  await app.evaluate(({ BrowserWindow }, { width, height }) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
  }, size);
  await expect
    .poll(() => page.evaluate(() => ({ width: window.innerWidth, height: window.innerHeight })))
    .toEqual(size);
}

export async function chooseTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((value) => window.tidemark.invoke("settings:update", { theme: value }), theme);
  await expect
    .poll(() => page.evaluate(() => window.matchMedia("(prefers-color-scheme: dark)").matches))
    .toBe(theme === "dark");
}

/** Waits until nothing on the page changes: no skeletons, no loading images, no animations. */
async function waitUntilStill(page: Page): Promise<void> {
  await expect(page.locator(".skeleton, .spin")).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
  await movementsEnd(page);
}

/** Waits for animations to end, except those that repeat for as long as work lasts. */
export async function movementsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.all(running.map(({ finished }) => finished.catch(() => undefined)));
  });
}

/** Takes pictures for people to review, in both themes, at both sizes and at 200% zoom: `<name>-<theme>-<size>.png`. */
export async function photograph(tidemark: RunningApp, name: string, isStill = true): Promise<void> {
  // Otherwise an element under the pointer might look hovered.
  await tidemark.page.mouse.move(0, 0);
  for (const theme of ["light", "dark"] as const) {
    await chooseTheme(tidemark.page, theme);
    for (const size of Object.keys(sizes) as SizeName[]) {
      await resize(tidemark, size);
      if (isStill) await waitUntilStill(tidemark.page);
      await tidemark.page.screenshot({ path: join(picturesFolder, `${name}-${theme}-${size}.png`) });
    }
  }
  await photographZoomed(tidemark, name);
}

/** Emulates a window of 1280 × 800 at 200% zoom, in which the page must not scroll sideways. */
async function photographZoomed({ page }: RunningApp, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const viewport = { width: 640, height: 400, deviceScaleFactor: 2, mobile: false };
  await session.send("Emulation.setDeviceMetricsOverride", viewport);
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(viewport.width);
  await page.screenshot({ path: join(picturesFolder, `${name}-dark-zoom200.png`) });
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await excess()).toBeLessThanOrEqual(0);
  await session.send("Emulation.clearDeviceMetricsOverride");
  await session.detach();
}

export function lookUpBox(page: Page) {
  return page.getByRole("combobox", { name: "Look up a product" });
}

export async function lookUp(page: Page, text: string): Promise<void> {
  await lookUpBox(page).fill(text);
  await lookUpBox(page).press("Enter");
}

export type Place = "Watch list" | "Search" | "Deals" | "Alerts" | "Settings";

/** Opens a page by its button in the sidebar, whose name may end in a count. */
export async function goTo(page: Page, place: Place): Promise<void> {
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("button", { name: new RegExp(`^${place}\\b`) })
    .click();
}

export type SettingsPart =
  | "General"
  | "Notifications"
  | "Account and usage"
  | "API and keys"
  | "Webhooks"
  | "Sources"
  | "Data"
  | "About";

/** Opens a section of the settings. */
export async function openSettings(page: Page, part: SettingsPart): Promise<void> {
  await goTo(page, "Settings");
  await page
    .getByRole("navigation", { name: "Settings" })
    .getByRole("button", { name: part, exact: true })
    .click();
}

/** Opens the page that looks up many products. */
export async function openBatch(page: Page): Promise<void> {
  await goTo(page, "Search");
  await page.getByRole("button", { name: /^Look up many/ }).click();
}

/** Sends a message to the window as if the main process had pushed it. */
export function push<C extends PushChannel>(
  { app }: RunningApp,
  channel: C,
  message: PushMessages[C],
): Promise<void> {
  return app.evaluate(
    ({ BrowserWindow }, [name, content]) => {
      BrowserWindow.getAllWindows()[0]?.webContents.send(name, content);
    },
    [channel, message] as const,
  );
}

/** Finds products of the sample market. */
export function sampleProducts(page: Page, words: string, limit: number): Promise<Product[]> {
  return page.evaluate(
    async ([q, max]) => {
      const found = await window.tidemark.invoke("engine:call", "products.search", { q, limit: max });
      return found.ok ? found.data.data : [];
    },
    [words, limit] as const,
  );
}
