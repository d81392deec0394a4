import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { scratchFolder } from "./disk.js";
import { test as base } from "./electron.js";
import { generateSigningKey, startUpdateServer, type UpdateServer } from "./update-server.js";

const dist = join(process.cwd(), "dist");
const startTimeoutMs = 20_000;
const exitTimeoutMs = 10_000;

/** An unpacked package. */
export interface UnpackedApp {
  readonly program: string;
  readonly resources: string;
  readonly remove: () => void;
}

/** A package, with the server and the key of its updates. */
export interface BuiltPackage extends UnpackedApp {
  readonly updates: UpdateServer;
  readonly signingKey: ReturnType<typeof generateSigningKey>;
}

/** One package serves all tests, because its build takes a minute. */
export const test = base.extend<object, { readonly built: BuiltPackage }>({
  built: [
    // Playwright reads a fixture's dependencies from its first parameter, which must be a destructuring pattern.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const updates = await startUpdateServer();
      const signingKey = generateSigningKey();
      const env = { TIDEMARK_UPDATE_URL: updates.url, TIDEMARK_UPDATE_KEY: signingKey.publicKey };
      const app = buildPackage(env);
      await use({ ...app, updates, signingKey });
      app.remove();
      await updates.close();
    },
    { scope: "worker", timeout: 240_000 },
  ],
});

/** Builds the package of this system and, on Linux, unpacks its archive. `env` is for the build. */
function buildPackage(env: NodeJS.ProcessEnv): UnpackedApp {
  execFileSync(process.execPath, ["scripts/package.mjs", ...(isLinux ? [] : ["--dir"])], {
    stdio: "ignore",
    env: { ...process.env, ...env },
  });
  if (!isLinux) return { ...packagePaths(builtFolder()), remove: () => undefined };
  const folder = scratchFolder("package");
  const archive = readdirSync(dist).find((name) => /^tidemark-(?!server).*\.tar\.gz$/i.test(name));
  if (archive === undefined) throw new Error("dist contains no archive.");
  execFileSync("tar", ["-xzf", join(dist, archive), "-C", folder.path]);
  const [name] = readdirSync(folder.path);
  return {
    ...packagePaths(join(folder.path, name as string)),
    remove: folder.remove,
  };
}

const isLinux = process.platform === "linux";

function builtFolder(): string {
  const names = process.platform === "darwin" ? ["mac-universal", "mac-arm64", "mac"] : ["win-unpacked"];
  const found = names.map((name) => join(dist, name)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`dist contains none of ${names.join(", ")}.`);
  return found;
}

function packagePaths(folder: string): Pick<UnpackedApp, "program" | "resources"> {
  if (process.platform === "darwin") {
    const contents = join(folder, "Tidemark.app/Contents");
    return { program: join(contents, "MacOS/Tidemark"), resources: join(contents, "Resources") };
  }
  const program = join(folder, process.platform === "win32" ? "Tidemark.exe" : "tidemark");
  return { program, resources: join(folder, "resources") };
}

export interface RunningPackage {
  readonly page: Page;
  readonly process: ChildProcess;
  /** Everything written to stderr so far. */
  readonly stderrText: () => string;
  readonly close: () => Promise<void>;
}

/**
 * Starts a package. Its fuses disable the inspector by which Playwright attaches to an app, so this attaches to the
 * page only, over the browser's DevTools protocol.
 */
async function startPackage(
  { program }: UnpackedApp,
  dataFolder: string,
  options: { readonly args?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<RunningPackage> {
  const sandbox = process.env.TIDEMARK_NO_SANDBOX ? ["--no-sandbox"] : [];
  const ownArgs = ["--data", dataFolder, "--port", "0", "--remote-debugging-port=0"];
  const child = spawn(program, [...sandbox, ...ownArgs, ...(options.args ?? [])], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...options.env },
  });
  let stderrText = "";
  const address = await new Promise<string>((done, fail) => {
    child.stderr.on("data", (chunk: Buffer) => {
      stderrText += chunk.toString();
      const found = /DevTools listening on (ws:\S+)/.exec(stderrText)?.[1];
      if (found !== undefined) done(found);
    });
    child.once("exit", () => fail(new Error(`The app exited at start:\n${stderrText}`)));
  });
  await waitForPage(new URL(address).host);
  const browser = await chromium.connectOverCDP(address);
  const page = await firstPage(browser);
  return {
    page,
    process: child,
    stderrText: () => stderrText,
    close: () => terminate(child, () => stderrText),
  };
}

/** Waits for the page: attaching while the window is being created never returns. */
async function waitForPage(host: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    const targets = (await (await fetch(`http://${host}/json/list`)).json()) as { url: string }[];
    if (targets.some(({ url }) => url.startsWith("app://"))) return;
    await delay(50);
  }
  throw new Error("The app has not opened a page.");
}

async function firstPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  if (context === undefined) throw new Error("The app has no page.");
  return context.pages()[0] ?? (await context.waitForEvent("page"));
}

/** Stops the app as a system shutdown does. Throws if the app exits, or has exited, with an error. */
async function terminate(child: ChildProcess, stderrText: () => string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, "exit");
    const killing = setTimeout(() => child.kill("SIGKILL"), exitTimeoutMs);
    child.kill("SIGTERM");
    await exit;
    clearTimeout(killing);
  }
  if (child.exitCode !== 0)
    throw new Error(
      `The app exited with ${child.signalCode ?? `exit code ${child.exitCode}`}:\n${stderrText()}`,
    );
}

export type StartPackage = (options?: Parameters<typeof startPackage>[2]) => Promise<RunningPackage>;

/** Passes `use` a function that starts packages, and closes them afterwards. */
export async function withPackages(
  app: UnpackedApp,
  dataFolder: string,
  use: (start: StartPackage) => Promise<void>,
): Promise<void> {
  const started: RunningPackage[] = [];
  await use(async (options) => {
    const running = await startPackage(app, dataFolder, options);
    started.push(running);
    return running;
  });
  for (const running of started) await running.close();
}
