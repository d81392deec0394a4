import { existsSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { fileURLToPath } from "node:url";
import type { AppOutput, AppRequest } from "../../../shared/app/operations.js";
import type { WebSettings, WebStatus } from "../../../shared/app/web.js";
import type { EngineEvent } from "../../../shared/engine-process.js";
import { createPictureReader } from "../../../shared/node/pictures.js";
import { isActiveDevice } from "../db/accounts/device.js";
import { writeDurably } from "../db/store.js";
import type { OwnerCalls } from "../http/owner-api.js";
import type { ListeningServer } from "../http/server.js";
import { EventStreams, pingMs } from "../http/web/event-streams.js";
import { type PageAddress, pageUrls } from "../http/web/hosts.js";
import { startPageServer } from "../http/web/server.js";
import { endDevice, readWebSettings, saveWebSettings, type WebPage } from "../operations/devices/devices.js";
import { PairingCode } from "../operations/devices/pairing-code.js";
import type { RequestContext } from "../operations/request/context.js";
import { invalidParams } from "../operations/request/contract-error.js";
import { startInterval } from "./timers.js";

interface WebPageOptions {
  readonly dataFolder: string;
  readonly version: string;
  readonly publicOrigin: string | null;
  /** The built page. Default: the one that was built with this program. */
  readonly pageFolder?: string | undefined;
  /** Settings of this run, instead of the saved ones. */
  readonly settings?: Partial<WebSettings> | undefined;
  readonly onDevicesChanged: () => void;
}

/** What the page needs of the running engine. */
interface Running {
  readonly context: RequestContext;
  readonly owner: OwnerCalls;
  readonly docsOrigin: () => string;
}

/** The page is beside the folder of this program, or of its modules. */
function findBuiltPage(): string | null {
  const folders = ["../renderer", "../../renderer"].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return folders.find((folder) => existsSync(`${folder}/index.html`)) ?? null;
}

function describeFailure(error: unknown, { port }: WebSettings): string {
  const { code, address } = error as NodeJS.ErrnoException & { readonly address?: string };
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} is in use. Choose another one, or end the program that uses it.`;
    case "EADDRNOTAVAIL":
      return `${address} is not an address of this computer. Choose one of its own, or 0.0.0.0 for all.`;
    case "EAFNOSUPPORT":
      return `This computer has no IPv6, so ${address} cannot be used. Choose an IPv4 address, or 0.0.0.0 for all.`;
    case "EACCES":
      return `Port ${port} needs more rights. Choose one above 1023.`;
    default:
      return `The page could not be served: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Serves the window's page while the settings say so, and pairs its devices. */
export class ServedWebPage implements WebPage {
  readonly #context: RequestContext;
  readonly #options: WebPageOptions;
  readonly #streams: EventStreams;
  readonly #code: PairingCode;
  #overrides: Partial<WebSettings>;
  #running: Running | null = null;
  #server: ListeningServer | null = null;
  #problem: string | null = null;
  #isPortInUse = false;
  /** Changes take effect one after another. */
  #changing: Promise<void> = Promise.resolve();
  #stopPings: () => void = () => undefined;

  constructor(context: RequestContext, options: WebPageOptions) {
    this.#context = context;
    this.#options = options;
    this.#overrides = options.settings ?? {};
    this.#code = new PairingCode(context);
    this.#streams = new EventStreams((id) => isActiveDevice(context.db, id));
  }

  /** Never rejects: the status has the reason why the page is not served. */
  start(running: Running): Promise<void> {
    this.#running = running;
    this.#stopPings = startInterval(pingMs, () => this.#streams.ping(), this.#context.log);
    return this.#apply();
  }

  stop(): Promise<void> {
    this.#stopPings();
    this.#running = null;
    return this.#apply();
  }

  isRunning(): boolean {
    return this.#server !== null;
  }

  emit(event: EngineEvent): void {
    this.#streams.send(event);
  }

  status(): WebStatus {
    const settings = this.#settings();
    const urls = this.#server === null ? [] : pageUrls(this.#address(), networkInterfaces());
    return {
      ...settings,
      port: this.#server?.port ?? settings.port,
      running: this.#server !== null,
      urls,
      secure: urls[0]?.startsWith("https:") ?? false,
      problem: this.#problem,
      port_in_use: this.#isPortInUse,
    };
  }

  async configure(patch: AppRequest<"web.configure">): Promise<WebStatus> {
    const before = JSON.stringify({ ...this.#settings(), allowed_hosts: [] });
    writeDurably(this.#context.db, (tx) => saveWebSettings(tx, patch));
    const remaining = Object.entries(this.#overrides).filter(([name]) => !Object.hasOwn(patch, name));
    this.#overrides = Object.fromEntries(remaining);
    // Names alone need no new server, which would end the streams of all devices.
    const isSame = before === JSON.stringify({ ...this.#settings(), allowed_hosts: [] });
    if (!isSame || this.#problem !== null) await this.#apply();
    this.#options.onDevicesChanged();
    return this.status();
  }

  startPairing(): AppOutput<"web.start_pairing"> {
    const [url] = this.status().urls;
    if (url === undefined)
      throw invalidParams(
        this.#problem ?? "The page for other devices is not served.",
        this.#problem === null
          ? "Start 'tidemark serve --web', or turn it on in the app under Settings, Other devices."
          : "Then try again.",
      );
    const { digits, text, expiresMs } = this.#code.create();
    return { code: digits, url: `${url}/#pair=${text}`, expires_at: new Date(expiresMs).toISOString() };
  }

  revoke(id: number): boolean {
    const isRevoked = endDevice(this.#context, id);
    this.#streams.endAll(id);
    if (isRevoked) this.#options.onDevicesChanged();
    return isRevoked;
  }

  #settings(): WebSettings {
    return { ...readWebSettings(this.#context.db), ...this.#overrides };
  }

  #address(): PageAddress {
    const { port, listen, allowed_hosts: allowedHosts } = this.#settings();
    const { publicOrigin } = this.#options;
    return { port: this.#server?.port ?? port, publicOrigin, listen, allowedHosts };
  }

  #apply(): Promise<void> {
    this.#changing = this.#changing.then(() => this.#restart());
    return this.#changing;
  }

  async #restart(): Promise<void> {
    const settings = this.#settings();
    this.#streams.endAll();
    const server = this.#server;
    this.#server = null;
    this.#problem = null;
    this.#isPortInUse = false;
    await server?.close();
    if (this.#running === null || !settings.enabled) return;
    try {
      this.#server = await this.#listen(this.#running, settings);
    } catch (error) {
      this.#problem = describeFailure(error, settings);
      this.#isPortInUse = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      this.#context.log.error("The page for other devices could not be served.", error);
    }
  }

  async #listen({ context, owner, docsOrigin }: Running, settings: WebSettings): Promise<ListeningServer> {
    const { dataFolder, version, pageFolder, onDevicesChanged } = this.#options;
    const folder = pageFolder ?? findBuiltPage();
    if (folder === null) throw new Error("this installation lacks its files. Install Tidemark again.");
    return startPageServer(
      {
        ...context,
        address: () => this.#address(),
        folder,
        version,
        docsOrigin,
        owner,
        readPicture: createPictureReader(
          (input) => owner.call("pictures.keep", input, { client: "window" }),
          dataFolder,
        ),
        code: this.#code,
        streams: this.#streams,
        revoke: (id) => this.revoke(id),
        onPaired: onDevicesChanged,
      },
      settings,
    );
  }
}
