import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { projectRoot } from "./pages.js";

const cliFile = join(projectRoot, "out", "main", "cli.js");

/** When the engines of documents start, so that the sample has data for the days that documents name. */
const documentsClock = "2026-11-21T18:00:00Z";

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder with a shell whose variables persist from one command to the next, as in a terminal. */
export class DocumentShell {
  readonly folder: string;
  readonly #engines: ChildProcess[] = [];

  constructor(folder: string) {
    this.folder = folder;
    for (const name of ["bin", "home", "work"]) mkdirSync(join(folder, name));
    this.shim("tidemark", `exec "${process.execPath}" "${cliFile}" "$@"`);
    this.shim(
      "npm",
      `[ "$1 $2 $3 $4" = "run -s tidemark --" ] || { echo "npm $*: not supported here" >&2; exit 1; }
shift 4
exec "${process.execPath}" "${cliFile}" "$@"`,
    );
    this.set({});
    onTestFinished(() => this.close());
  }

  /** Puts a stand-in for a program first on the path. */
  shim(name: string, script: string): void {
    const file = join(this.folder, "bin", name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }

  /** Exports variables to all commands that follow. */
  set(variables: Readonly<Record<string, string>>): void {
    const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'\n`);
    const state = this.#file("variables");
    writeFileSync(state, (existsSync(state) ? readFileSync(state, "utf8") : "") + lines.join(""));
  }

  #file(name: string): string {
    return join(this.folder, name);
  }

  #spawn(script: string): ChildProcess {
    const { BASE_URL: _base, API_KEY: _key, ...env } = process.env;
    return spawn("bash", ["-c", script], {
      cwd: this.#file("work"),
      env: {
        ...env,
        NO_COLOR: "1",
        HOME: this.#file("home"),
        XDG_CONFIG_HOME: join(this.#file("home"), ".config"),
        PATH: [this.#file("bin"), dirname(process.execPath), process.env.PATH].join(delimiter),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  /** Runs a command, and waits until it exits. */
  async run(command: string): Promise<Ran> {
    const state = this.#file("variables");
    const script = `. '${state}'\nset -a\n${command}\ncode=$?\nset +a\ndeclare -px > '${state}'\nexit $code`;
    const child = this.#spawn(script);
    const output = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const)
      child[stream]?.setEncoding("utf8").on("data", (text: string) => {
        output[stream] += text;
      });
    const [code] = (await once(child, "close")) as [number | null];
    return { code, ...output };
  }

  /** Starts an engine that runs until the shell closes, and sets `BASE_URL` and `API_KEY` for later commands. */
  async serve(command: string): Promise<Ran> {
    const child = this.#spawn(`. '${this.#file("variables")}'\nexec ${command} --clock ${documentsClock}`);
    this.#engines.push(child);
    let stdout = "";
    let stderr = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    const answered = new Promise<void>((done) => {
      child.stdout?.setEncoding("utf8").on("data", (text: string) => {
        stdout += text;
        if (stdout.includes("\n")) done();
      });
    });
    await Promise.race([answered, once(child, "close")]);
    if (!stdout.includes("\n")) return { code: child.exitCode, stdout, stderr };
    const { base_url, api_key } = JSON.parse(stdout) as { base_url: string; api_key: string };
    this.set({ BASE_URL: base_url, API_KEY: api_key });
    return { code: 0, stdout, stderr };
  }

  async close(): Promise<void> {
    for (const engine of this.#engines) {
      if (engine.exitCode !== null) continue;
      engine.kill("SIGTERM");
      await once(engine, "close");
    }
  }
}
