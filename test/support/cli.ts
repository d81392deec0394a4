import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { onTestFinished, vi } from "vitest";
import { runCommand } from "../../src/main/engine/cli/index.js";
import type { Meta } from "../../src/shared/contract/meta.js";

const projectRoot = resolve(import.meta.dirname, "..", "..");
export const cliFile = join(projectRoot, "out", "main", "cli.js");
export const engineFile = join(projectRoot, "out", "main", "engine.js");

/** Builds the program unless the build is up to date. */
export async function ensureBuilt(): Promise<void> {
  const build = (await import(join(projectRoot, "scripts", "lib", "build.mjs"))) as {
    ensureBuilt(): Promise<void>;
  };
  await build.ensureBuilt();
}

export interface CliResult {
  /** `null` if a signal ended the command. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface CliOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** `pipe` if the test writes to it. */
  readonly stdin?: "pipe";
}

/** Starts a command, which is killed when the test ends. */
export function spawnCli(args: readonly string[], options: CliOptions = {}): ChildProcess {
  const child = spawn(process.execPath, [cliFile, ...args], {
    cwd: options.cwd,
    env: { ...process.env, NO_COLOR: "1", ...options.env },
    stdio: [options.stdin ?? "ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Progress, which only slow commands show. */
const progress = /^\d+(?: of \d+)? \p{L}+\n/gmu;

/** Waits until a command exits, and collects its output without any progress. */
export async function waitForExit(child: ChildProcess): Promise<CliResult> {
  const output = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout: output.stdout, stderr: output.stderr.replace(progress, "") };
}

/** Runs a command in a process of its own. */
export function runCliProcess(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  return waitForExit(spawnCli(args, options));
}

function captureOutput(stream: NodeJS.WriteStream) {
  let text = "";
  const spy = vi.spyOn(stream, "write").mockImplementation((chunk: unknown, ...rest: unknown[]) => {
    text += String(chunk);
    const onWritten = rest.at(-1);
    if (typeof onWritten === "function") onWritten();
    return true;
  });
  return { text: () => text, end: () => spy.mockRestore() };
}

let isRunningHere = false;

/** Runs a command in this process, which spares its start: a third of a second. */
async function runHere(args: readonly string[]): Promise<CliResult> {
  if (isRunningHere) throw new Error("Commands that run at the same time need processes of their own.");
  isRunningHere = true;
  const [stdout, stderr] = [captureOutput(process.stdout), captureOutput(process.stderr)];
  try {
    const code = await runCommand(args);
    return { code, stdout: stdout.text(), stderr: stderr.text().replace(progress, "") };
  } finally {
    stdout.end();
    stderr.end();
    isRunningHere = false;
  }
}

/** They run until a signal, or belong to the developer's program, as the list of all commands does. */
const processCommands = [undefined, "--help", "serve", "bench", "bench-serve", "price-model", "score"];

/** Runs a command in this process if it can. */
export function runCli(args: readonly string[], options?: CliOptions): Promise<CliResult> {
  return options !== undefined || processCommands.includes(args[0])
    ? runCliProcess(args, options)
    : runHere(args);
}

/** Runs a command that must succeed, and parses its single line of JSON. */
export async function runJson<T = Record<string, unknown>>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await runCli(args);
  if (code !== 0 || !/^[^\n]+\n$/.test(stdout))
    throw new Error(`'${args.join(" ")}' exited with ${code}.\n${stdout}${stderr}`);
  return JSON.parse(stdout) as T;
}

/** Runs a command with `--json`, and parses a result from each line that it prints. */
export async function runResults(
  args: readonly string[],
  options?: CliOptions & { readonly input?: string },
): Promise<{ readonly code: number | null; readonly results: unknown[]; readonly stderr: string }> {
  const named = [...args, "--json"];
  const { code, stdout, stderr } = await (options?.input === undefined
    ? runCli(named, options)
    : runWithInput(named, options.input, options));
  const lines = stdout.split("\n").filter((line) => line !== "");
  return { code, results: lines.map((line) => JSON.parse(line) as unknown), stderr };
}

/** Runs a command with a text on stdin, which it may not read to the end. */
export function runWithInput(args: readonly string[], input: string, options: CliOptions = {}) {
  const child = spawnCli(args, { ...options, stdin: "pipe" });
  child.stdin?.on("error", () => undefined).end(input);
  return waitForExit(child);
}

export interface RunningServer {
  readonly base_url: string;
  readonly api_key: string;
  readonly pid: number;
  readonly data: string;
  readonly child: ChildProcess;
  /** Everything written to stdout so far. */
  output(): string;
  /** Sends a GET below the base URL, with the printed key unless another is given. */
  get(path: string, key?: string): Promise<{ status: number; body: ResponseBody }>;
  /** Sends a signal, and returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** The fields of responses that these tests use. */
export interface ResponseBody {
  readonly data: { readonly title: string; readonly offers: unknown[] }[];
  readonly error_detail?: { readonly code: string; readonly message: string };
  readonly meta: Meta;
}

/** Starts `serve` on a data folder, and waits until it listens. */
export function startServe(folder: string, ...args: string[]): Promise<RunningServer> {
  return startServeWith({}, folder, ...args);
}

/** Like `startServe`, with environment variables. */
export async function startServeWith(
  env: NodeJS.ProcessEnv,
  folder: string,
  ...args: string[]
): Promise<RunningServer> {
  const child = spawnCli(["serve", "--port", "0", "--data", folder, ...args], { env });
  const ended = once(child, "close");
  const line = await firstLine(child);
  const info = JSON.parse(line.text()) as Pick<RunningServer, "base_url" | "api_key" | "pid" | "data">;
  return {
    ...info,
    child,
    output: line.text,
    get: async (path, key = info.api_key) => {
      const response = await fetch(info.base_url + path, { headers: { authorization: `Bearer ${key}` } });
      return { status: response.status, body: (await response.json()) as ResponseBody };
    },
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      const [code] = (await ended) as [number | null];
      return code;
    },
  };
}

/** Waits for a whole line on stdout. Rejects with stderr if the command exits before. */
async function firstLine(child: ChildProcess): Promise<{ text: () => string }> {
  let text = "";
  let errorText = "";
  child.stderr?.setEncoding("utf8").on("data", (more: string) => {
    errorText += more;
  });
  return new Promise((done, fail) => {
    child.stdout?.setEncoding("utf8").on("data", (more: string) => {
      text += more;
      if (text.includes("\n")) done({ text: () => text });
    });
    child.once("close", (code) => fail(new Error(`The command exited with ${code}: ${errorText}`)));
  });
}
