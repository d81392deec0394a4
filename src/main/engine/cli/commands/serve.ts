import { spawn } from "node:child_process";
import { isIP } from "node:net";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { WebSettings } from "../../../../shared/app/web.js";
import { collectWhenIdle } from "../../../../shared/node/idle-memory.js";
import { ensureFolder } from "../../db/data-folder.js";
import { clockFrom } from "../../domain/clock.js";
import { defaultWebPort } from "../../operations/devices/web-page.js";
import { type Engine, startEngine } from "../../process/engine.js";
import { fileLog } from "../../process/log.js";
import { hasNoNetwork } from "../../process/workers.js";
import { parseInstant, parseKeyFile } from "../arguments.js";
import {
  CommandError,
  type GlobalOptions,
  printJson,
  printToStderr,
  resolveDataFolder,
} from "../environment.js";
import { version } from "../version.js";

const usPerMs = 1_000;
/** More than the two that systemd advises, because starting a program may take a while on a busy computer. */
const reportsPerTimeout = 3;

/** Node has no datagram sockets of the Unix domain, so systemd's own program sends the message. */
function report(state: string): void {
  const program = spawn("systemd-notify", [state], { stdio: "ignore" });
  program.on("error", (error) => printToStderr(`systemd was not notified: ${error.message}.`)).unref();
}

/**
 * Reports to systemd that the service is ready, and from then on that its event loop runs. Does nothing for a program
 * that systemd has not started with `Type=notify`.
 */
function reportToSystemd({ NOTIFY_SOCKET: socket, WATCHDOG_USEC: timeoutUs }: NodeJS.ProcessEnv): void {
  if (socket === undefined) return;
  report("READY=1");
  const intervalMs = Number(timeoutUs) / usPerMs / reportsPerTimeout;
  if (intervalMs > 0) setInterval(() => report("WATCHDOG=1"), intervalMs).unref();
}

/** Decision 1. */
const defaultPort = 47_115;

interface ServeOptions {
  readonly port: number;
  readonly sample?: boolean;
  readonly clock?: number;
  readonly publicUrl?: string;
  readonly allowWebhookHost: readonly string[];
  readonly secretKey?: Buffer;
  readonly web?: boolean;
  readonly webPort?: number;
  readonly listen: readonly string[];
  readonly webHost: readonly string[];
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new InvalidArgumentError("A port must be a number from 0 to 65535.");
  return port;
}

/** Must be the root of a host, because proxies that rewrite paths are not supported. */
function parsePublicUrl(text: string): string {
  const url = URL.parse(text);
  const isRoot = url !== null && /^\/(v1\/?)?$/.test(url.pathname) && url.search === "" && url.hash === "";
  if (url?.protocol !== "https:" || !isRoot || url.username !== "" || url.password !== "")
    throw new InvalidArgumentError(
      "A public URL must be https:// and a host name, such as https://prices.example.",
    );
  return url.origin;
}

/** Collects `host` or `host:port`, as URLs spell them. */
function collectHost(text: string, previous: readonly string[]): string[] {
  const url = URL.parse(`https://${text}`);
  if (url === null || url.href !== `https://${url.host}/` || /[/\\?#\s]/.test(text))
    throw new InvalidArgumentError(
      "A host must be a name or an address, with a port if need be, such as hooks.lan or 10.0.0.5:8443.",
    );
  // The URL leaves out the default port, which the operator has named.
  return [...previous, /:0*443$/.test(text) ? `${url.hostname}:443` : url.host];
}

function collectAddress(text: string, previous: readonly string[]): string[] {
  if (isIP(text) === 0)
    throw new InvalidArgumentError("An address must be an IP address of this computer, or 0.0.0.0 for all.");
  return [...previous, text];
}

/** Without `--web`, the page is served if the saved settings say so. */
function webSettings({ web, webPort, listen, webHost }: ServeOptions): Partial<WebSettings> {
  if (web !== true) return {};
  return { enabled: true, port: webPort ?? defaultWebPort, listen: [...listen], allowed_hosts: [...webHost] };
}

/** Where the page can be opened, for the line that says so. Throws `CommandError` if it was asked for in vain. */
async function readWebUrl(engine: Engine, { web }: ServeOptions): Promise<{ readonly web_url?: string }> {
  const status = await engine.call("web.status", {});
  const { urls, problem } = status.ok ? status.data : { urls: [], problem: status.error.message };
  if (web === true && problem !== null) throw new CommandError(problem);
  return urls[0] === undefined ? {} : { web_url: urls[0] };
}

async function serveCommand(options: ServeOptions, globals: GlobalOptions): Promise<void> {
  const dataFolder = resolveDataFolder(globals);
  ensureFolder(dataFolder);
  let rejectDamaged = (_error: unknown) => {};
  const damaged = new Promise<never>((_resolve, reject) => {
    rejectDamaged = reject;
  });
  const engine = await startEngine({
    dataFolder,
    port: options.port,
    publicOrigin: options.publicUrl ?? null,
    allowedWebhookHosts: options.allowWebhookHost,
    secretKey: options.secretKey ?? null,
    sample: options.sample ?? false,
    isOffline: hasNoNetwork,
    web: webSettings(options),
    version,
    log: fileLog(dataFolder),
    onDamage: (error) => rejectDamaged(error),
    ...(options.clock === undefined ? {} : { clock: clockFrom(options.clock) }),
  });
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      process.once(signal, () => {
        engine.stop().then(resolve, resolve);
      });
  });
  const isPortTaken = options.port !== 0 && !engine.baseUrl.includes(`:${options.port}/`);
  if (isPortTaken)
    printToStderr(`Port ${options.port} is in use; the API answers at ${engine.baseUrl} instead.`);
  const webUrl = await readWebUrl(engine, options).catch(async (error: unknown) => {
    await engine.stop();
    throw error;
  });
  printJson({
    base_url: engine.baseUrl,
    ...webUrl,
    api_key: engine.createRunKey(),
    pid: process.pid,
    data: dataFolder,
  });
  reportToSystemd(process.env);
  const stopCollecting = collectWhenIdle(engine.releaseMemory);
  try {
    await Promise.race([stopped, damaged]);
  } catch (error) {
    await engine.stop().catch(() => undefined);
    throw error;
  } finally {
    stopCollecting();
  }
}

export function addServeCommand(program: Command): void {
  program
    .command("serve")
    .description("Run the engine in the foreground and print one line of JSON when it is ready.")
    .option("--port <n>", "port of the API; 0 picks a free one", parsePort, defaultPort)
    .option("--sample", "load the sample market if the data folder is new")
    .option(
      "--public-url <url>",
      "URL of a reverse proxy that opens the API to other computers",
      parsePublicUrl,
    )
    .option(
      "--allow-webhook-host <host>",
      "with --public-url: let webhooks reach this host, which need not be public; can be repeated",
      collectHost,
      [],
    )
    .option(
      "--secret-key <file>",
      "file of 32 random bytes that encrypt the secrets in the database",
      parseKeyFile,
    )
    .option("--web", "also serve the window's page for phones and other computers")
    .addOption(
      new Option("--web-port <n>", "port of the page; 0 picks a free one")
        .argParser(parsePort)
        .implies({ web: true }),
    )
    .addOption(
      new Option(
        "--listen <address>",
        "serve the page on this address, 0.0.0.0 for all, instead of this computer only; can be repeated",
      )
        .argParser(collectAddress)
        .default([])
        .implies({ web: true }),
    )
    .addOption(
      new Option(
        "--web-host <host>",
        "let the page be opened under this name, such as nas.local; can be repeated",
      )
        .argParser(collectHost)
        .default([])
        .implies({ web: true }),
    )
    .option("--clock <iso>", "start the engine's clock at this time (for tests)", parseInstant)
    .action((options: ServeOptions, command: Command) => serveCommand(options, command.optsWithGlobals()));
}
