import { randomInt } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, createServer, type Server } from "node:net";
import type { BatchJob, BatchResult, BatchSummary } from "../../src/shared/contract/batch.js";
import type { Deal } from "../../src/shared/contract/deal.js";
import type { DealsPagination, ErrorDetail, Meta } from "../../src/shared/contract/meta.js";
import type { ProductWithOffers } from "../../src/shared/contract/offer.js";
import type { TldrReview } from "../../src/shared/contract/product.js";
import type { ScheduledProduct } from "../../src/shared/contract/schedule.js";
import type { ListedWebhook, NewWebhook, WebhookTestResult } from "../../src/shared/contract/webhook.js";

/** Below the ephemeral ports, so that the system does not assign a released port to another program. */
const minPort = 20_000;
const maxPort = 30_000;

/** An address on this computer where connections are refused: no test server gets a port this low. */
export const closedAddress = "127.0.0.1:9";

/** The fields of all response bodies. The document's schema checks which of them a response has. */
interface Body {
  readonly success: boolean;
  readonly error: string;
  readonly error_detail: ErrorDetail;
  readonly meta: Meta;
  readonly data: (ProductWithOffers & ScheduledProduct)[];
  readonly pagination: DealsPagination;
  readonly deals: Deal[];
  readonly product: { readonly path: string; readonly title: string };
  readonly review: TldrReview | null;
  readonly results: BatchResult[];
  readonly summary: BatchSummary;
  readonly batch: BatchJob;
  readonly message: string;
  readonly webhook: NewWebhook;
  readonly webhooks: ListedWebhook[];
  readonly deleted: boolean;
  readonly test_result: WebhookTestResult;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body of a JSON response, otherwise empty. */
  readonly body: Body;
}

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface RequestOptions {
  /** `null` sends none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  /** Sent unchanged. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

function toResponse(status: number, headers: Headers, text: string): ApiResponse {
  const isJson = headers.get("content-type")?.startsWith("application/json") === true && text !== "";
  return { status, headers, text, body: (isJson ? JSON.parse(text) : {}) as Body };
}

export async function fetchResponse(
  url: string,
  { key = null, headers, method = "GET", body }: RequestOptions,
): Promise<ApiResponse> {
  const response = await fetch(url, {
    method,
    redirect: "manual",
    ...(body === undefined ? {} : { body }),
    headers: { ...(key === null ? {} : { Authorization: `Bearer ${key}` }), ...headers },
  });
  return toResponse(response.status, response.headers, await response.text());
}

export interface RawRequest {
  readonly port: number;
  /** Sent without normalization. */
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly agent?: Agent;
}

/** Sends what `fetch` would refuse or normalize: `Host`, `Origin`, dots in paths, any method. */
export function sendRequest({ port, path, method = "GET", headers = {}, body, agent }: RawRequest) {
  return new Promise<ApiResponse>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const found = new Headers();
        for (const [name, value] of Object.entries(response.headers)) found.set(name, String(value));
        resolve(toResponse(response.statusCode ?? 0, found, Buffer.concat(chunks).toString("utf8")));
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Gives each of `count` concurrent clients its own connection. */
export function createAgent(count: number): Agent {
  return new Agent({ keepAlive: true, maxSockets: count });
}

/** Writes bytes to a socket, half-closes it unless `end` is false, and resolves with all bytes received. */
export function exchangeBytes(port: number, bytes: string, { end = true } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: "127.0.0.1", port }, () => {
      if (end) socket.end(bytes);
      else socket.write(bytes);
    });
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("utf8")));
  });
}

function decodeChunks(body: string): string {
  let rest = body;
  let text = "";
  for (;;) {
    const end = rest.indexOf("\r\n");
    const size = Number.parseInt(rest.slice(0, end), 16);
    if (end < 0 || !(size > 0)) return text;
    text += rest.slice(end + 2, end + 2 + size);
    rest = rest.slice(end + 2 + size + 2);
  }
}

/** Parses the bytes of one HTTP response. */
export function parseResponse(bytes: string): ApiResponse {
  const end = bytes.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = bytes.slice(0, end).split("\r\n");
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(":");
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const raw = bytes.slice(end + 4);
  const text = headers.get("transfer-encoding") === "chunked" ? decodeChunks(raw) : raw;
  return toResponse(Number(statusLine.split(" ")[1]), headers, text);
}

/** Listens on loopback. Rejects if the port is in use. */
export async function listenOn(server: Server, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}

/** Finds a free port that a test can listen on repeatedly. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(minPort, maxPort);
    const server = createServer();
    const isFree = await listenOn(server, port).then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
