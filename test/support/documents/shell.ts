import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { delimiter, dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { serve } from "../../support/serve.js";
import { findFreePort } from "../network.js";
import { productHtml } from "../shop-site.js";
import { projectRoot } from "./pages.js";

const cliFile = join(projectRoot, "out", "main", "cli.js");

/** The clock of engines in documents, so that the sample market has data for the dates that documents mention. */
const documentsClock = "2026-11-21T18:00:00Z";

export interface CommandResult {
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
  async run(command: string): Promise<CommandResult> {
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
  async serve(command: string): Promise<CommandResult> {
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

/** Rewrites a page's command to run here, and its output to what the page shows. */
interface Rewriting {
  toLocal(command: string): string;
  toShown(output: string): string;
}

const visitingCommand = /\b(?:watch|history|lists)\b|links\.(?:txt|csv)/;

/** The products of `shop.example`, which are cheaper after the first visit. */
const shopTitles: Readonly<Record<string, string>> = {
  "/p/lantern": "Trail Lantern 400",
  "/p/kettle": "Camp Kettle",
  "/p/blanket": "Wool Blanket",
};

/** A page that lists these products. */
function renderSale(): string {
  const cards = Object.entries(shopTitles).map(
    ([path, title]) => `<li><a href="${path}">${title}</a> <span class="price">USD 49.99</span></li>`,
  );
  return `<title>Sale</title><main><h1>Sale</h1><ul>${cards.join("")}</ul></main>`;
}

/** Starts a shop that stands in for `shop.example` in the commands that visit it. */
export async function startDocumentedShop(): Promise<Rewriting> {
  const visited = new Set<string>();
  const server = createServer(({ url: path = "" }, response) => {
    const title = shopTitles[path];
    const product =
      title === undefined ? null : productHtml({ name: title, price: visited.has(path) ? 39.99 : 49.99 });
    const page = path === "/sale" ? renderSale() : product;
    visited.add(path);
    response.writeHead(page === null ? 404 : 200, { "Content-Type": "text/html" });
    response.end(page ?? "<h1>Page not found</h1>");
  });
  const port = await serve(server);
  const origin = `http://127.0.0.1:${port}`;
  return {
    toLocal: (command) =>
      visitingCommand.test(command)
        ? command
            .replaceAll("https://shop.example/", `${origin}/`)
            .replaceAll("watch add ", "watch add --allow-host 127.0.0.1 ")
        : command,
    toShown: (output) =>
      output
        .replaceAll(`${origin}/`, "https://shop.example/")
        .replaceAll(/(?<=["\s,])127\.0\.0\.1(?=["\s,])/g, "shop.example"),
  };
}

const documentedPort = 47_115;

/** Programs that would change the machine. Their stand-ins only record the call. */
const recordedPrograms = ["useradd", "ssh", "docker", "chown"] as const;

/** A stand-in for systemctl: runs the command of the installed unit file, and waits like systemd. */
function systemctl(root: string, port: number): string {
  return `unit="${root}/etc/systemd/system/tidemark.service"
pid="${root}/tidemark.pid"
stop() { [ -f "$pid" ] && kill "$(cat "$pid")" && while kill -0 "$(cat "$pid")" 2>/dev/null; do sleep 0.05; done; rm -f "$pid"; }
start() {
  command=$(sed -n 's/^ExecStart=//p' "$unit" | sed -E 's#[$][{]CREDENTIALS_DIRECTORY[}]#/etc/tidemark#; s#(^| )/(opt|etc|var)/#\\1${root}/\\2/#g')
  $command --port ${port} >"${root}/stdout" 2>"${root}/stderr" &
  echo $! > "$pid"
  for _ in $(seq 100); do curl -sf http://127.0.0.1:${port}/health >/dev/null && return 0; sleep 0.1; done
  cat "${root}/stderr" >&2; return 1
}
case "$*" in
  daemon-reload) [ -f "$unit" ] ;;
  "enable --now tidemark"|"start tidemark") start ;;
  "stop tidemark") stop ;;
  "restart tidemark") stop; start ;;
  *) echo "systemctl $*: not supported here" >&2; exit 1 ;;
esac`;
}

async function buildServerPackage(dist: string): Promise<void> {
  const module = (await import(join(projectRoot, "scripts/lib/package/server-package.mjs"))) as {
    buildServerPackage(dist: string): Promise<string>;
  };
  await module.buildServerPackage(dist);
}

/**
 * Prepares a folder that stands in for the system's root, with the real server package. Returns a function that
 * rewrites a page's command to run in that folder.
 */
export async function prepareServerRoot(shell: DocumentShell): Promise<(command: string) => string> {
  const root = join(shell.folder, "root");
  const port = await findFreePort();
  for (const folder of ["opt", "etc/systemd/system", "var/lib/tidemark"])
    mkdirSync(join(root, folder), { recursive: true });
  await buildServerPackage(join(shell.folder, "work", "dist"));
  shell.shim("sudo", '[ "$1" = "-u" ] && shift 2\nexec "$@"');
  shell.shim("systemctl", systemctl(root, port));
  // The page's commands leave the service running.
  onTestFinished(async () => void (await shell.run("systemctl stop tidemark")));
  for (const name of recordedPrograms) shell.shim(name, `echo "${name} $*" >> "${root}/recorded"`);
  return (command) =>
    command
      .replaceAll(/(?<=^|[\s'=])\/(opt|etc|var)\//g, `${root}/$1/`)
      .replaceAll(String(documentedPort), String(port));
}
