import { spawn } from "node:child_process";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { WebSettings } from "../../../../shared/app/web.js";
import type { OperationInput } from "../../../../shared/calls.js";
import { collectWhenIdle } from "../../../../shared/node/idle-memory.js";
import { ensureFolder } from "../../db/data-folder.js";
import { clockFrom } from "../../domain/clock.js";
import { defaultWebPort } from "../../operations/devices/devices.js";
import type { Logger } from "../../operations/request/context.js";
import { type Engine, startEngine } from "../../process/engine.js";
import { fileLog } from "../../process/log.js";
import { hasNoNetwork } from "../../process/workers.js";
import { BrowserUnavailable } from "../../sources/page/browser-keeper.js";
import type { BrowserPlace, ServerBrowser } from "../../sources/page/chromium.js";
import { parseInstant, parseKeyFile } from "../arguments.js";
import {
  CommandError,
  type GlobalOptions,
  printJson,
  printToStderr,
  resolveDataFolder,
  version,
} from "../environment.js";

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
  readonly browser?: BrowserPlace;
  readonly quiet?: boolean;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new InvalidArgumentError("A port must be a number from 0 to 65535.");
  return port;
}

/** The root of a host, or the API's below it, because proxies that rewrite paths are not supported. */
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

/** The URL of the page, if it is served. Throws `CommandError` if it is not although `--web` asks for it. */
function readWebUrl(engine: Engine, { web }: ServeOptions): { readonly web_url?: string } {
  const { urls, problem } = engine.webStatus();
  if (web === true && problem !== null) throw new CommandError(problem);
  return urls[0] === undefined ? {} : { web_url: urls[0] };
}

/** The path of a program, or the address of a browser's DevTools. */
function parseBrowser(text: string): BrowserPlace {
  if (!/^[a-z]+:\/\//i.test(text)) return { kind: "program", path: resolve(text) };
  const url = URL.parse(text);
  if (url === null || !/^(?:ws|http)s?:$/.test(url.protocol))
    throw new InvalidArgumentError(
      "A browser must be the path of Chromium, or the address of its DevTools, such as ws://127.0.0.1:9222.",
    );
  return { kind: "address", url };
}

/**
 * Starts the browser. A program that does not start is an error. A browser at an address may only be late, so the server
 * waits for it.
 */
async function openBrowser(
  place: BrowserPlace,
  isRead: (page: OperationInput<"recipes.test">) => Promise<boolean>,
  log: Logger,
): Promise<ServerBrowser> {
  const { serverBrowser } = await import("../../sources/page/chromium.js");
  const browser = serverBrowser({ place, version, isRead, log: (line) => log.info(line) });
  try {
    await browser.start();
    if (place.kind === "program" && process.getuid?.() === 0)
      printToStderr("Chromium runs without its sandbox, because this is root. Use another user.");
  } catch (error) {
    if (!(error instanceof BrowserUnavailable)) throw error;
    if (place.kind === "address") printToStderr(`${error.message} The server tries again.`);
    else {
      await browser.close();
      throw new CommandError(`--browser: ${error.message}`);
    }
  }
  return browser;
}

/** Resolves once a signal has ended the command. */
function stopOnSignal(stop: () => Promise<void>): Promise<void> {
  return new Promise((done) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      process.once(signal, () => {
        stop().then(done, done);
      });
  });
}

async function serveCommand(options: ServeOptions, globals: GlobalOptions): Promise<void> {
  const dataFolder = resolveDataFolder(globals);
  ensureFolder(dataFolder);
  const damaged = Promise.withResolvers<never>();
  const log = fileLog(dataFolder);
  // Pages are rendered only once the engine runs, which reads them.
  const isRead = async (page: OperationInput<"recipes.test">) => {
    const result = await engine.call("recipes.test", page);
    return !result.ok || result.data.is_read;
  };
  const browser = options.browser === undefined ? null : await openBrowser(options.browser, isRead, log);
  const engine: Engine = await startEngine({
    dataFolder,
    port: options.port,
    publicOrigin: options.publicUrl ?? null,
    allowedWebhookHosts: options.allowWebhookHost,
    secretKey: options.secretKey ?? null,
    sample: options.sample ?? false,
    isOffline: hasNoNetwork,
    web: webSettings(options),
    version,
    log,
    onDamage: damaged.reject,
    ...(options.clock === undefined ? {} : { clock: clockFrom(options.clock) }),
    ...(browser === null ? {} : { render: browser.render, browserProblem: browser.problem }),
  }).catch(async (error: unknown) => {
    await browser?.close();
    throw error;
  });
  const stop = async () => {
    // Visits are cancelled first, which otherwise would report that the browser has ended.
    const stopping = engine.stop();
    await browser?.close();
    await stopping;
  };
  const stopped = stopOnSignal(stop);
  const isPortTaken = options.port !== 0 && !engine.baseUrl.includes(`:${options.port}/`);
  if (isPortTaken)
    printToStderr(`Port ${options.port} is in use; the API answers at ${engine.baseUrl} instead.`);
  const stopCollecting = collectWhenIdle(engine.releaseMemory);
  try {
    const webUrl = readWebUrl(engine, options);
    if (options.quiet !== true)
      printJson({
        base_url: engine.baseUrl,
        ...webUrl,
        api_key: engine.createRunKey(),
        pid: process.pid,
        data: dataFolder,
      });
    reportToSystemd(process.env);
    await Promise.race([stopped, damaged.promise]);
  } catch (error) {
    await stop().catch(() => undefined);
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
    .option(
      "--browser <place>",
      "path of a Chromium, or address of its DevTools, that shows pages which need scripts",
      parseBrowser,
    )
    .option("--quiet", "print no line when the engine is ready, and create no key for this run")
    .option("--clock <iso>", "start the engine's clock at this time (for tests)", parseInstant)
    .action((options: ServeOptions, command: Command) => serveCommand(options, command.optsWithGlobals()));
}
