import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";

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
  const folder = mkdtempSync(join(tmpdir(), "tidemark-package-"));
  const archive = readdirSync(dist).find((name) => /^tidemark-(?!server).*\.tar\.gz$/i.test(name));
  if (archive === undefined) throw new Error("There is no archive in dist.");
  execFileSync("tar", ["-xzf", join(dist, archive), "-C", folder]);
  const [name] = readdirSync(folder);
  return {
    ...placesIn(join(folder, name as string)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
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
export async function startPackage(
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
  return { page: await firstPage(browser), process: child, said: () => said, close: () => end(child) };
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

/** As a shutting-down system asks. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  const killing = setTimeout(() => child.kill("SIGKILL"), endLimitMs);
  child.kill("SIGTERM");
  await exit;
  clearTimeout(killing);
  if (child.signalCode === "SIGKILL") throw new Error(`The app did not end within ${endLimitMs / 1_000} s.`);
}
