import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { app } from "electron";
import type { EngineStatus } from "../../shared/ipc.js";
import { type DeepLink, isDeepLink, parseDeepLink } from "./deep-link.js";
import { parseOpenedFiles } from "./opened-file.js";

const usageErrorCode = 2;

export const defaultPort = 47_115;
/** The first port that the app's own webhook listener tries. */
const defaultListenerPort = 47_116;
const maxLookUpChars = 2_000;

/** The parsed command line. Paths are absolute. */
export interface LaunchOptions {
  /** `null` for the platform's default. */
  readonly dataFolder: string | null;
  readonly port: number;
  readonly screenshotFile: string | null;
  /** A link, a barcode or words to look up. */
  readonly lookUp: string | null;
  readonly deepLink: DeepLink | null;
  /** Files to open, if the user agrees. */
  readonly openFiles: readonly string[];
  /** Whether to start without a window, as at login. */
  readonly isHidden: boolean;
  /** Whether to load the sample market if the data folder is new. */
  readonly withSample: boolean;
}

export interface LaunchContext {
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** In a checkout, Electron's own argument for the app to run; it is not a word to look up. `null` when packaged. */
  readonly appFolder: string | null;
}

/** Invalid command line; `message` is shown to the user. */
export class LaunchUsageError extends Error {
  override readonly name = "LaunchUsageError";
}

/** Parses `[--data DIR] [--port N] [--screenshot FILE] [--hidden] [--sample] [TEXT… | FILE…]` and ignores Electron's flags. */
export function parseLaunchOptions({ argv, env, cwd, appFolder }: LaunchContext): LaunchOptions {
  const { values, positionals } = parseArgs({
    args: argv.slice(1),
    strict: false,
    allowPositionals: true,
    options: {
      data: { type: "string" },
      port: { type: "string" },
      screenshot: { type: "string" },
      hidden: { type: "boolean" },
      sample: { type: "boolean" },
    },
  });
  const words = ownArguments(positionals, cwd, appFolder);
  const link = words.find(isDeepLink);
  const openFiles = parseOpenedFiles(words, cwd);
  const path = (name: string, value: string | boolean | undefined) =>
    value === undefined ? null : resolve(cwd, requireText(name, value));
  return {
    dataFolder: path("--data", values.data ?? (env.TIDEMARK_DATA || undefined)),
    port: values.port === undefined ? defaultPort : parsePort(requireText("--port", values.port)),
    screenshotFile: path("--screenshot", values.screenshot),
    lookUp: link === undefined && openFiles.length === 0 ? toLookUpText(words) : null,
    deepLink: link === undefined ? null : parseDeepLink(link),
    openFiles,
    isHidden: values.hidden === true,
    withSample: values.sample === true,
  };
}

/** Port 0, any free port for the API, implies any free port for the listener. */
export function listenerPortFor(port: number): number {
  return port === 0 ? 0 : defaultListenerPort;
}

function requireText(name: string, value: string | boolean): string {
  if (typeof value === "string" && value !== "") return value;
  throw new LaunchUsageError(`${name} needs a value.`);
}

function parsePort(value: string): number {
  const portNumber = Number(value);
  if (/^\d+$/.test(value) && portNumber <= 65_535) return portNumber;
  throw new LaunchUsageError(`--port needs a number from 0 to 65535, not ${value}.`);
}

function ownArguments(
  positionals: readonly string[],
  cwd: string,
  appFolder: string | null,
): readonly string[] {
  if (appFolder === null) return positionals;
  const appIndex = positionals.findIndex((word) => resolve(cwd, word) === resolve(appFolder));
  return appIndex === -1 ? [] : positionals.slice(appIndex + 1);
}

function toLookUpText(words: readonly string[]): string | null {
  const text = words.join(" ").trim().slice(0, maxLookUpChars);
  return text === "" ? null : text;
}

/** The message printed to the terminal once the engine is ready or has stopped; `null` before that. */
export function launchMessage(status: EngineStatus, dataFolder: string): string | null {
  const dataHint = `Data folder: ${dataFolder}`;
  const screenshotHint = "To save a screenshot of the window: --screenshot FILE";
  if (status.state === "ready") {
    const { isReadOnly = false, baseUrl } = status;
    const state = isReadOnly
      ? "The data folder cannot be written, so the data is only shown."
      : `The API is available at ${baseUrl}`;
    return [state, dataHint, screenshotHint].join("\n");
  }
  if (status.state === "stopped")
    return [`${status.message} ${status.action}`, dataHint, screenshotHint].join("\n");
  return null;
}

/** Parses the command line. If it is invalid, prints the reason and exits. */
export function setupLaunchOptions(): LaunchOptions {
  try {
    return parseLaunchOptions({
      argv: process.argv,
      env: process.env,
      cwd: process.cwd(),
      appFolder: app.isPackaged ? null : app.getAppPath(),
    });
  } catch (error) {
    if (!(error instanceof LaunchUsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(usageErrorCode);
  }
}
