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
import { scratchFolder } from "./scratch-folder.js";

const require = createRequire(import.meta.url);

/** The app that is tested: the checkout's build, unless another folder is named. */
export const appFolder = process.env.TIDEMARK_APP ?? process.cwd();
const picturesFolder = join(process.cwd(), "test-results/pictures");
const engineStartMs = 20_000;
const endLimitMs = 20_000;

export const sizes = {
  "1280x800": { width: 1_280, height: 800 },
  "800x600": { width: 800, height: 600 },
} as const;
export type SizeName = keyof typeof sizes;

/** The app as a shopper would have it open, with a data folder of its own. */
export interface RunningApp {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly process: ChildProcess;
  readonly dataFolder: string;
}

/**
 * Playwright finds Electron by the `electron` package and loads a module of its own first, which holds the app back
 * until it is attached. Given an executable instead, it leaves that out, and now and then misses the window's start.
 */
if (process.env.TIDEMARK_ELECTRON && process.platform === "linux") {
  process.env.ELECTRON_OVERRIDE_DIST_PATH = dirname(process.env.TIDEMARK_ELECTRON);
}

const isSandboxed = !process.env.TIDEMARK_NO_SANDBOX;

function appArguments(dataFolder: string, more: readonly string[]): string[] {
  return [".", "--data", dataFolder, "--port", "0", ...more];
}

/** What starts the app is a test tool; what it sets for itself is not for the app. */
function environment(): Record<string, string> {
  const {
    NODE_OPTIONS: _options,
    ELECTRON_RUN_AS_NODE: _runAsNode,
    TIDEMARK_DATA: _data,
    ...kept
  } = process.env;
  return kept as Record<string, string>;
}

async function launch(
  dataFolder: string,
  more: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<RunningApp> {
  const app = await electron.launch({
    args: appArguments(dataFolder, more),
    // Playwright's own default is off, whoever runs it.
    chromiumSandbox: isSandboxed,
    cwd: folder,
    env: { ...environment(), ...env },
    // The app's own theme, not one that the test tool pretends.
    colorScheme: null,
  });
  return { app, page: await app.firstWindow(), process: app.process(), dataFolder };
}

/** Ends an app that a test has left open. One that does not end, or crashes then, is a fault, and holds up no test. */
async function close({ app, process }: RunningApp): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const killing = setTimeout(() => process.kill("SIGKILL"), endLimitMs);
  await app.close();
  clearTimeout(killing);
  if (process.exitCode !== 0)
    throw new Error(`The app ended with ${process.signalCode ?? `exit code ${process.exitCode}`}.`);
}

/** A second start, beside an app that runs, which it hands its words to: what it printed. One that ends badly throws. */
export async function startAgain(dataFolder: string, more: readonly string[] = []): Promise<string> {
  const sandbox = isSandboxed ? [] : ["--no-sandbox"];
  const child = spawn(require("electron") as string, [...sandbox, ...appArguments(dataFolder, more)], {
    cwd: appFolder,
    env: environment(),
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [exitCode, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  if (exitCode !== 0) throw new Error(`The second start ended with ${signal ?? `exit code ${exitCode}`}.`);
  return output;
}

interface Fixtures {
  readonly dataFolder: string;
  /** A folder beside it, for files that a shopper keeps elsewhere. */
  readonly outside: string;
  /** Starts the app on the test's folder, or another one; it is closed when the test ends. */
  readonly open: (
    more?: readonly string[],
    folder?: string,
    env?: Readonly<Record<string, string>>,
  ) => Promise<RunningApp>;
  /** The app itself; another folder is a copy of it, with an engine of the test's own, for example. */
  readonly program: string;
  readonly tidemark: RunningApp;
}

/** Each test gets a data folder, and, if it asks for `tidemark`, the app open on it with the engine ready. */
export const test = base.extend<Fixtures>({
  // Playwright reads a fixture's needs from its first parameter, so that it must be a pattern.
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
    await use(async (more = [], folder = dataFolder, env = {}) => {
      const tidemark = await launch(folder, more, program, env);
      opened.push(tidemark);
      return tidemark;
    });
    for (const tidemark of opened) await close(tidemark);
  },
  tidemark: async ({ open }, use) => {
    const tidemark = await open();
    await engineReaches(tidemark.page, "ready");
    await isDrawn(tidemark.page);
    await use(tidemark);
  },
});

export { expect };

/** The page is there and hears what it is told: the engine does not wait for a slow one. */
async function isDrawn(page: Page): Promise<void> {
  await expect(lookUpBox(page)).toBeVisible({ timeout: engineStartMs });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

export async function engineReaches<S extends EngineStatus["state"]>(page: Page, state: S) {
  let status: EngineStatus | undefined;
  const look = async () => {
    status = await engineStatus(page);
    return status;
  };
  await expect.poll(look, { timeout: engineStartMs, intervals: [50] }).toMatchObject({ state });
  return status as unknown as Extract<EngineStatus, { state: S }>;
}

/** Ends the engine as `kill` does, and waits until the app has started another. */
export async function killEngine(page: Page, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  const { pid } = await engineReaches(page, "ready");
  process.kill(pid, signal);
  const isAnother = async () => {
    const status = await engineStatus(page);
    return status.state === "ready" && status.pid !== pid;
  };
  await expect.poll(isAnother, { timeout: engineStartMs, intervals: [50] }).toBe(true);
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

/** Waits for what is drawn to come to rest: no skeletons, no pictures on their way, nothing that moves. */
async function settle(page: Page): Promise<void> {
  await expect(page.locator(".skeleton, .spin")).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
  await movementsEnd(page);
}

/** Waits until what arrives or goes has done so. What moves for as long as work lasts is not waited for. */
export async function movementsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.all(running.map(({ finished }) => finished.catch(() => undefined)));
  });
}

/** Pictures for people to look at, in both themes, at both sizes and twice as large: `<name>-<theme>-<size>.png`. */
export async function photograph(tidemark: RunningApp, name: string, isStill = true): Promise<void> {
  // Where the pointer happens to be, something would look chosen.
  await tidemark.page.mouse.move(0, 0);
  for (const theme of ["light", "dark"] as const) {
    await chooseTheme(tidemark.page, theme);
    for (const size of Object.keys(sizes) as SizeName[]) {
      await resize(tidemark, size);
      if (isStill) await settle(tidemark.page);
      await tidemark.page.screenshot({ path: join(picturesFolder, `${name}-${theme}-${size}.png`) });
    }
  }
  await photographTwiceAsLarge(tidemark, name);
}

/** What a window of 1280 × 800 has at a zoom of 200 %: nothing may be cut off, and only what must scrolls sideways. */
async function photographTwiceAsLarge({ page }: RunningApp, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const half = { width: 640, height: 400, deviceScaleFactor: 2, mobile: false };
  await session.send("Emulation.setDeviceMetricsOverride", half);
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(half.width);
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

/** Goes to one of the places of the sidebar. Its name may be followed by a count. */
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

/** Goes to a part of the settings. */
export async function openSettings(page: Page, part: SettingsPart): Promise<void> {
  await goTo(page, "Settings");
  await page
    .getByRole("navigation", { name: "Settings" })
    .getByRole("button", { name: part, exact: true })
    .click();
}

/** Goes to where a whole list is looked up. */
export async function openBatch(page: Page): Promise<void> {
  await goTo(page, "Search");
  await page.getByRole("button", { name: /^Look up many/ }).click();
}

/** Shows a push of the main process to the window without making it true. */
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

/** Products of the sample market, as the engine knows them. */
export function sampleProducts(page: Page, words: string, limit: number): Promise<Product[]> {
  return page.evaluate(
    async ([q, most]) => {
      const found = await window.tidemark.invoke("engine:call", "products.search", { q, limit: most });
      return found.ok ? found.data.data : [];
    },
    [words, limit] as const,
  );
}
