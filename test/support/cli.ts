import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";

const projectRoot = resolve(import.meta.dirname, "..", "..");
const cliFile = join(projectRoot, "out", "main", "cli.js");
export const engineFile = join(projectRoot, "out", "main", "engine.js");

/** The built program is tested, so it has to be up to date. */
export async function ensureBuilt(): Promise<void> {
  const build = (await import(join(projectRoot, "scripts", "lib", "build.mjs"))) as {
    ensureBuilt(): Promise<void>;
  };
  await build.ensureBuilt();
}

export interface CliResult {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface CliOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** `pipe` where the test writes to it. */
  readonly stdin?: "pipe";
}

/** A command under way; killed when the test ends. */
export function spawnCli(args: readonly string[], options: CliOptions = {}): ChildProcess {
  const child = spawn(process.execPath, [cliFile, ...args], {
    cwd: options.cwd,
    env: { ...process.env, NO_COLOR: "1", ...options.env },
    stdio: [options.stdin ?? "ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Gathers what a command writes until it has ended. */
export async function finished(child: ChildProcess): Promise<CliResult> {
  const output = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...output };
}

export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  return finished(spawnCli(args, options));
}

/** Runs a command that has to succeed; gives its one line of JSON. */
export async function runJson<T = Record<string, unknown>>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await runCli(args);
  if (code !== 0 || !/^[^\n]+\n$/.test(stdout))
    throw new Error(`'${args.join(" ")}' ended with ${code}.\n${stdout}${stderr}`);
  return JSON.parse(stdout) as T;
}

export interface Serving {
  readonly base_url: string;
  readonly api_key: string;
  readonly pid: number;
  readonly data: string;
  readonly child: ChildProcess;
  /** Everything it has written to stdout. */
  output(): string;
  /** What the API answers to a GET below the base URL, with the run's key unless another is given. */
  get(path: string, key?: string): Promise<{ status: number; body: ServedBody }>;
  /** Ends it with a signal; gives the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** As much of the API's answers as these tests look at. */
export interface ServedBody {
  readonly data: { readonly title: string; readonly service: string; readonly offers: unknown[] }[];
  readonly error_detail?: { readonly code: string; readonly message: string };
  readonly meta: { readonly credits_used: number; readonly credits_remaining: number };
}

/** Starts `serve` on a folder and waits until it answers. */
export function startServe(folder: string, ...args: string[]): Promise<Serving> {
  return startServeWith({}, folder, ...args);
}

/** As `startServe`, with variables of the environment. */
export async function startServeWith(
  env: NodeJS.ProcessEnv,
  folder: string,
  ...args: string[]
): Promise<Serving> {
  const child = spawnCli(["serve", "--port", "0", "--data", folder, ...args], { env });
  const ended = once(child, "close");
  const line = await firstLine(child);
  const info = JSON.parse(line.text()) as Pick<Serving, "base_url" | "api_key" | "pid" | "data">;
  return {
    ...info,
    child,
    output: line.text,
    get: async (path, key = info.api_key) => {
      const answer = await fetch(info.base_url + path, { headers: { authorization: `Bearer ${key}` } });
      return { status: answer.status, body: (await answer.json()) as ServedBody };
    },
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      const [code] = (await ended) as [number | null];
      return code;
    },
  };
}

/** Waits for a whole line; rejects with what was said on stderr when the program ends before. */
async function firstLine(child: ChildProcess): Promise<{ text: () => string }> {
  let text = "";
  let complaint = "";
  child.stderr?.setEncoding("utf8").on("data", (more: string) => {
    complaint += more;
  });
  return new Promise((done, fail) => {
    child.stdout?.setEncoding("utf8").on("data", (more: string) => {
      text += more;
      if (text.includes("\n")) done({ text: () => text });
    });
    child.once("close", (code) => fail(new Error(`It ended with ${code}: ${complaint}`)));
  });
}
