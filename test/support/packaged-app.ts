import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { scratchFolder } from "./scratch-folder.js";

const dist = join(process.cwd(), "dist");
const startLimitMs = 20_000;
const endLimitMs = 10_000;

/** A package as its user has it, in a folder of its own. */
export interface UnpackedApp {
  readonly program: string;
  readonly resources: string;
  readonly remove: () => void;
}

/** Builds the package of this system and, where there is an archive of it, unpacks that. `env` is for the build. */
export function buildPackage(env: NodeJS.ProcessEnv = {}): UnpackedApp {
  execFileSync(process.execPath, ["scripts/package.mjs", ...(isLinux ? [] : ["--dir"])], {
    stdio: "ignore",
    env: { ...process.env, ...env },
  });
  if (!isLinux) return { ...placesIn(builtFolder()), remove: () => undefined };
  const folder = scratchFolder("package");
  const archive = readdirSync(dist).find((name) => /^tidemark-(?!server).*\.tar\.gz$/i.test(name));
  if (archive === undefined) throw new Error("There is no archive in dist.");
  execFileSync("tar", ["-xzf", join(dist, archive), "-C", folder.path]);
  const [name] = readdirSync(folder.path);
  return {
    ...placesIn(join(folder.path, name as string)),
    remove: folder.remove,
  };
}

const isLinux = process.platform === "linux";

function builtFolder(): string {
  const names = process.platform === "darwin" ? ["mac-universal", "mac-arm64", "mac"] : ["win-unpacked"];
  const found = names.map((name) => join(dist, name)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`None of ${names.join(", ")} is in dist.`);
  return found;
}

function placesIn(folder: string): Pick<UnpackedApp, "program" | "resources"> {
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
  /** All it has written on stderr. */
  readonly said: () => string;
  readonly close: () => Promise<void>;
}

/**
 * Starts a package. Its fuses keep out the inspector by which test tools attach to an app, so that this attaches to
 * the page alone, as a browser's tools do.
 */
async function startPackage(
  { program }: UnpackedApp,
  dataFolder: string,
  more: { readonly args?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<RunningPackage> {
  const sandbox = process.env.TIDEMARK_NO_SANDBOX ? ["--no-sandbox"] : [];
  const own = ["--data", dataFolder, "--port", "0", "--remote-debugging-port=0"];
  const child = spawn(program, [...sandbox, ...own, ...(more.args ?? [])], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...more.env },
  });
  let said = "";
  const address = await new Promise<string>((done, fail) => {
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (found !== undefined) done(found);
    });
    child.once("exit", () => fail(new Error(`The app ended at once:\n${said}`)));
  });
  await pageIsThere(new URL(address).host);
  const browser = await chromium.connectOverCDP(address);
  const page = await firstPage(browser);
  return { page, process: child, said: () => said, close: () => end(child, () => said) };
}

/** Who attaches while the window is being made waits for ever. */
async function pageIsThere(host: string): Promise<void> {
  const deadline = Date.now() + startLimitMs;
  while (Date.now() < deadline) {
    const targets = (await (await fetch(`http://${host}/json/list`)).json()) as { url: string }[];
    if (targets.some(({ url }) => url.startsWith("app://"))) return;
    await delay(50);
  }
  throw new Error("The app has shown no page.");
}

async function firstPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  if (context === undefined) throw new Error("The app has no page.");
  return context.pages()[0] ?? (await context.waitForEvent("page"));
}

/** As a shutting-down system asks. An app that ends in another way than it should is a fault, whenever that was. */
async function end(child: ChildProcess, said: () => string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, "exit");
    const killing = setTimeout(() => child.kill("SIGKILL"), endLimitMs);
    child.kill("SIGTERM");
    await exit;
    clearTimeout(killing);
  }
  if (child.exitCode !== 0)
    throw new Error(`The app ended with ${child.signalCode ?? `exit code ${child.exitCode}`}:\n${said()}`);
}

export type StartPackage = (more?: Parameters<typeof startPackage>[2]) => Promise<RunningPackage>;

/** Hands out a way to start packages, and ends those that were started. For fixtures. */
export async function startingPackages(
  app: UnpackedApp,
  dataFolder: string,
  use: (start: StartPackage) => Promise<void>,
): Promise<void> {
  const started: RunningPackage[] = [];
  await use(async (more) => {
    const running = await startPackage(app, dataFolder, more);
    started.push(running);
    return running;
  });
  for (const running of started) await running.close();
}
