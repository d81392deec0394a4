import { mkdirSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { request as requestTls } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { OperationName } from "../../src/shared/calls.js";
import { openTestEngine, type TestEngine, type TestEngineOptions } from "./engine.js";
import { temporaryFolder } from "./folder.js";

export interface PageReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Parsed JSON; null for anything else. */
  readonly body: ReplyBody;
}

/** The fields that these tests use. */
interface ReplyBody {
  readonly message: string;
  readonly version: string;
  readonly csrf: string;
  readonly secure: boolean;
  readonly device: { readonly id: number; readonly name: string };
  readonly error_detail: { readonly code: string; readonly message: string; readonly action: string };
}

export interface Sent {
  readonly method?: string;
  /** Null for a header that would be sent by default. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: unknown;
}

/** A device that is paired. */
export interface PairedDevice {
  readonly id: number;
  readonly csrf: string;
  /** `name=secret`. */
  readonly cookie: string;
  /** Calls an operation as the page does. */
  call(operation: OperationName | string, input?: unknown, sent?: Sent): Promise<PageReply>;
  get(path: string, sent?: Sent): Promise<PageReply>;
}

export interface TestPage {
  readonly engine: TestEngine;
  /** Where the browser opens it. */
  readonly origin: string;
  /** Sends a GET without any header of a browser, or a POST as the page sends it. */
  send(path: string, sent?: Sent): Promise<PageReply>;
  startPairing(): Promise<{ code: string; url: string; expires_at: string }>;
  pair(name?: string, sent?: Sent): Promise<PairedDevice>;
}

/** A folder as the build makes it. */
export function builtPage(): string {
  const folder = join(temporaryFolder(), "renderer");
  const files = {
    "index.html": '<meta name="style-nonce" content="STYLE_NONCE"><div id="root"></div>',
    "assets/index-1a2b.js": "globalThis.started = true;",
    "manifest.webmanifest": "{}",
    "service-worker.js": "self.skipWaiting();",
    "icons/192.png": "png",
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  writeFileSync(join(folder, "..", "secret.json"), '"secret"');
  return folder;
}

function toHeaders(...all: (Sent["headers"] | undefined)[]): Record<string, string> {
  const entries = Object.entries(Object.assign({}, ...all) as Record<string, string | null>);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** Sends a request with exactly this path, also one that a URL would tidy up. The caller reads the response. */
export function openRequest(
  origin: string,
  path: string,
  { method, headers, body }: Sent = {},
): Promise<IncomingMessage> {
  const { protocol, hostname, port } = new URL(origin);
  const isPost = body !== undefined || method === "POST";
  const own = isPost ? { Origin: origin, "Content-Type": "application/json" } : {};
  const options = {
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port,
    path,
    method: method ?? (isPost ? "POST" : "GET"),
  };
  return new Promise((resolve, reject) => {
    const send = protocol === "https:" ? requestTls : request;
    const sent = send({ ...options, headers: toHeaders(own, headers) }, resolve);
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

export async function sendTo(origin: string, path: string, sent?: Sent): Promise<PageReply> {
  const response = await openRequest(origin, path, sent);
  const content = await text(response);
  const isJson = response.headers["content-type"]?.startsWith("application/json") === true;
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: content,
    body: (isJson ? JSON.parse(content) : null) as ReplyBody,
  };
}

/** An engine that serves the page on a free port. `origin`: where a proxy offers it. */
export async function openTestPage({
  origin: publicOrigin,
  ...options
}: TestEngineOptions & { readonly origin?: string } = {}): Promise<TestPage> {
  const engine = await openTestEngine({
    pageFolder: builtPage(),
    ...options,
    web: { enabled: true, port: 0, ...options.web },
    ...(publicOrigin === undefined ? {} : { publicOrigin }),
  });
  const { port } = await engine.data("web.status", {});
  const origin = publicOrigin ?? `http://127.0.0.1:${port}`;
  const send: TestPage["send"] = (path, sent) => sendTo(origin, path, sent);
  const startPairing = () => engine.data("web.start_pairing", {});
  return {
    engine,
    origin,
    send,
    startPairing,
    pair: async (name = "Phone", sent = {}) => {
      const { code } = await startPairing();
      const { status, headers, body } = await send("/web/pair", { ...sent, body: { code, name } });
      if (status !== 200) throw new Error(`Pairing failed with ${status}: ${body.message}`);
      const cookie = headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
      const own = { cookie, "x-tidemark-token": body.csrf };
      return {
        id: body.device.id,
        csrf: body.csrf,
        cookie,
        call: (operation, input = {}, { headers: more, ...rest } = {}) =>
          send(`/app/v1/${operation}`, { body: input, ...rest, headers: { ...own, ...more } }),
        get: (path, { headers: more, ...rest } = {}) => send(path, { ...rest, headers: { cookie, ...more } }),
      };
    },
  };
}
