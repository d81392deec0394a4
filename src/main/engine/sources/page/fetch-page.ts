import { lookup } from "node:dns";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import * as zlib from "node:zlib";
import type { CookieJar } from "tough-cookie";
import type { FetchFailure } from "../../../../shared/engine-process.js";
import { isAllowedHost, isPublicUrl, publicLookup } from "../../../../shared/node/address-guard.js";
import { decodePage } from "./charset.js";
import { type FetchOutcome, FetchRefusal, networkFailure } from "./fetch-outcome.js";

export const pageLimits = { timeoutMs: 20_000, bytes: 5 * 1_024 * 1_024, redirects: 5 } as const;

export interface FetchOptions {
  /** Private hosts that the user has allowed, as `host` or `host:port`. */
  readonly allowedHosts: ReadonlySet<string>;
  readonly userAgent: string;
  readonly language: string;
  /** The `Accept` header; by default that of pages. */
  readonly accept?: string;
  /** From the previous fetch of the page. */
  readonly etag?: string | null;
  readonly lastModified?: string | null;
  readonly signal?: AbortSignal;
  /** Resolves host names; defaults to the system's look-up. */
  readonly lookup?: LookupFunction;
  readonly limits?: { readonly timeoutMs: number; readonly bytes: number; readonly redirects: number };
}

const refusedOutcome = "refused address";
const privateAddressReason =
  "It leads to an address inside a private network, which a shop's page never does.";

function privateAddressRefusal(): FetchRefusal {
  return new FetchRefusal(refusedOutcome, `The page was not fetched. ${privateAddressReason}`);
}

/** The checks that need no DNS look-up. Throws `FetchRefusal`. */
function checkUrl(url: URL, options: FetchOptions): void {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new FetchRefusal("not a web page", "Only http and https pages can be fetched.");
  if (url.username !== "" || url.password !== "")
    throw new FetchRefusal(
      "not a web page",
      "The address contains a user name, which a shop's page never needs.",
    );
  if (!isAllowedHost(url, options.allowedHosts) && !isPublicUrl(url)) throw privateAddressRefusal();
}

const pageAccept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5";

/** Node has read zstd since version 22.15. */
const canReadZstd = "createZstdDecompress" in zlib;

function requestHeaders(options: FetchOptions, cookies: string): Record<string, string> {
  const { etag, lastModified, accept = pageAccept } = options;
  return {
    "User-Agent": options.userAgent,
    Accept: accept,
    "Accept-Language": options.language,
    "Accept-Encoding": canReadZstd ? "gzip, deflate, br, zstd" : "gzip, deflate, br",
    ...(cookies === "" ? {} : { Cookie: cookies }),
    ...(etag == null ? {} : { "If-None-Match": etag }),
    ...(lastModified == null ? {} : { "If-Modified-Since": lastModified }),
  };
}

const maxCookies = 50;
const maxCookieLength = 4_096;

/**
 * The visit's cookies with those of a redirect. Expiry dates are by the shop's clock, so they are stored as ages. The
 * library is loaded with the first cookie, because its list of public suffixes is large.
 */
async function addCookies(
  jar: CookieJar | null,
  { headers }: IncomingMessage,
  url: URL,
): Promise<CookieJar | null> {
  const received = headers["set-cookie"];
  if (received === undefined) return jar;
  const { Cookie, CookieJar } = await import("tough-cookie");
  const cookies = jar ?? new CookieJar(null, { allowSecureOnLocal: false });
  const shopMs = Date.parse(headers.date ?? "");
  for (const header of received) {
    const cookie = header.length > maxCookieLength ? undefined : Cookie.parse(header);
    if (cookie === undefined) continue;
    if (cookie.expires instanceof Date && cookie.maxAge === null && !Number.isNaN(shopMs))
      cookie.setMaxAge((cookie.expires.getTime() - shopMs) / 1_000);
    if ((cookies.serializeSync()?.cookies.length ?? 0) < maxCookies)
      cookies.setCookieSync(cookie, url.href, { ignoreError: true });
  }
  return cookies;
}

/** Sends a request with the visit's cookies. */
async function sendRequest(
  url: URL,
  options: FetchOptions,
  jar: CookieJar | null,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const systemLookup = (options.lookup ?? lookup) as LookupFunction;
  return new Promise<IncomingMessage>((resolve, reject) => {
    const sent = send(url, {
      method: "GET",
      agent: false,
      headers: requestHeaders(options, jar?.getCookieStringSync(url.href) ?? ""),
      lookup: isAllowedHost(url, options.allowedHosts)
        ? systemLookup
        : publicLookup(systemLookup, privateAddressRefusal),
      maxHeaderSize: 64 * 1_024,
      signal,
    });
    sent.on("response", resolve);
    sent.on("error", reject);
    sent.end();
  });
}

/** Some servers send the bare data, although RFC 9110 §8.4.1.2 wants it within zlib's frame. */
async function* inflate(response: IncomingMessage): AsyncIterable<Buffer> {
  await once(response, "readable");
  const start = response.read(1) as Buffer | null;
  if (start === null) return;
  response.unshift(start);
  const isFramed = ((start[0] ?? 0) & 15) === 8;
  yield* response.pipe(isFramed ? zlib.createInflate() : zlib.createInflateRaw());
}

function decompress(response: IncomingMessage): AsyncIterable<Buffer> {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase();
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return response.pipe(zlib.createGunzip());
    case "deflate":
      return inflate(response);
    case "br":
      return response.pipe(zlib.createBrotliDecompress());
    case undefined:
    case "":
    case "identity":
      return response;
    default:
      if (encoding === "zstd" && canReadZstd) return response.pipe(zlib.createZstdDecompress());
      throw new FetchRefusal("network", "The shop compresses the page in a way that Tidemark cannot read.");
  }
}

/** Reads a page up to the limit, which applies to the decompressed size. */
async function readBytes(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  const connectionError = new Promise<never>((_resolve, reject) => response.on("error", reject));
  connectionError.catch(() => undefined);
  const read = async () => {
    for await (const chunk of decompress(response)) {
      length += chunk.length;
      if (length > maxBytes)
        throw new FetchRefusal("too large", `The page is larger than ${maxBytes / 1_048_576} MiB.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  };
  try {
    return await Promise.race([read(), connectionError]);
  } finally {
    response.destroy();
  }
}

function parseRetryAfter(response: IncomingMessage): number | null {
  const text = response.headers["retry-after"]?.trim() ?? "";
  if (/^\d{1,7}$/.test(text)) return Number(text);
  // A date is by the sender's clock.
  const seconds = (Date.parse(text) - Date.parse(response.headers.date ?? "")) / 1_000;
  return seconds >= 0 && !/^[\d.+-]+$/.test(text) ? seconds : null;
}

/** Servers refuse requests with long headers, so a longer value would fail each later visit. */
const maxValidatorLength = 1_000;

function readValidator(response: IncomingMessage, name: "etag" | "last-modified"): string | null {
  const value = response.headers[name] ?? "";
  return value === "" || value.length > maxValidatorLength ? null : value;
}

/** A 304 is only valid for a conditional request; a broken cache on the way may send it to any request. */
function toUnchanged(url: URL, { etag, lastModified }: FetchOptions): FetchOutcome {
  if (etag == null && lastModified == null)
    throw new FetchRefusal(
      "no price",
      "The shop reported an unchanged page without being asked, so there is no page to read.",
    );
  return { kind: "unchanged", url: url.href };
}

/**
 * Text after the last tag cannot be trusted: a server that promises fewer bytes than it sends, or closes
 * early, cuts a price of $45.50 down to $45. A complete page ends with a tag.
 */
function dropTornEnd(html: string): string {
  const end = html.lastIndexOf(">") + 1;
  return end === 0 || html.slice(end).trim() === "" ? html : html.slice(0, end);
}

function isPageType(type = "text/html"): boolean {
  return /html|xml|text\/plain/i.test(type);
}

/** A longer page has something to show. */
const maxRefreshLength = 50_000;

/** Where a page of the shop leads without the status of a redirect; `null` if it leads nowhere. */
async function refreshTarget(response: IncomingMessage, url: URL, html: string): Promise<URL | null> {
  const refresh = response.headers.refresh?.toString();
  const isDeclared = refresh !== undefined || /http-equiv/i.test(html);
  if (response.statusCode !== 200 || html.length > maxRefreshLength || !isDeclared) return null;
  const { readRefresh } = await import("./read-page.js");
  return readRefresh(html, url, refresh);
}

async function toPage(
  response: IncomingMessage,
  url: URL,
  options: FetchOptions,
  maxBytes: number,
): Promise<FetchOutcome | URL> {
  if (response.statusCode === 304) {
    response.destroy();
    return toUnchanged(url, options);
  }
  const type = response.headers["content-type"];
  if (!isPageType(type)) {
    response.destroy();
    throw new FetchRefusal(
      "not a web page",
      `The address leads to a file of type ${type?.slice(0, 60)}, not to a page.`,
    );
  }
  const html = dropTornEnd(decodePage(await readBytes(response, maxBytes), type));
  const next = await refreshTarget(response, url, html);
  if (next !== null) return next;
  return {
    kind: "page",
    url: url.href,
    status: response.statusCode ?? 0,
    html,
    etag: readValidator(response, "etag"),
    lastModified: readValidator(response, "last-modified"),
    retryAfterSeconds: parseRetryAfter(response),
  };
}

/** The target of a redirect; `null` if the response is not one. */
function redirectTarget(response: IncomingMessage, url: URL): URL | null {
  const { statusCode = 0, headers } = response;
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return null;
  response.destroy();
  if (!URL.canParse(headers.location, url))
    throw new FetchRefusal("network", "The shop redirects to an invalid address.");
  return new URL(headers.location, url);
}

/** Follows a redirect. Allowing a page's host does not allow the private hosts it redirects to. */
async function followRedirect(
  url: URL,
  from: URL,
  options: FetchOptions,
  jar: CookieJar | null,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  try {
    checkUrl(url, options);
    return await sendRequest(url, options, jar, signal);
  } catch (error) {
    if (!(error instanceof FetchRefusal) || error.failure.outcome !== refusedOutcome) throw error;
    const detail = `The page was not fetched: ${from.host} redirects to ${url.host}, which is inside a private network.`;
    throw new FetchRefusal("refused redirect", detail);
  }
}

/** Resolves to a URL if the response only leads there. */
type ReadResponse<T> = (
  response: IncomingMessage,
  url: URL,
  options: FetchOptions,
  maxBytes: number,
) => Promise<T | URL>;

async function fetchWithRedirects<T>(
  start: URL,
  options: FetchOptions,
  signal: AbortSignal,
  readResponse: ReadResponse<T>,
): Promise<T> {
  const limits = options.limits ?? pageLimits;
  checkUrl(start, options);
  let jar: CookieJar | null = null;
  let url = start;
  let response = await sendRequest(url, options, jar, signal);
  for (let redirects = 0; ; redirects++) {
    const read = redirectTarget(response, url) ?? (await readResponse(response, url, options, limits.bytes));
    if (!(read instanceof URL)) return read;
    if (limits.redirects === 0) throw new FetchRefusal("redirect", `It redirects to ${read.host}.`);
    if (redirects === limits.redirects) break;
    jar = await addCookies(jar, response, url);
    response = await followRedirect(read, url, options, jar, signal);
    url = read;
  }
  throw new FetchRefusal("network", `The shop redirects more than ${limits.redirects} times.`);
}

async function fetchSafely<T>(
  url: string,
  options: FetchOptions,
  readResponse: ReadResponse<T>,
): Promise<T | FetchFailure> {
  const limits = options.limits ?? pageLimits;
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  try {
    return await fetchWithRedirects(new URL(url), options, signal, readResponse);
  } catch (error) {
    if (error instanceof FetchRefusal) return error.failure;
    if (timeout.aborted)
      return {
        kind: "failed",
        outcome: "timeout",
        detail: `The shop did not answer within ${limits.timeoutMs / 1_000} seconds.`,
      };
    return networkFailure(error);
  }
}

/**
 * Fetches a page within 20 s, 5 MiB and 5 redirects. Only public addresses are allowed, also after redirects
 * and DNS look-ups. Never rejects: a failure is an outcome with its reason.
 */
export function fetchPage(url: string, options: FetchOptions): Promise<FetchOutcome> {
  return fetchSafely(url, options, toPage);
}

export interface FetchedFile {
  readonly kind: "file";
  readonly status: number;
  readonly type: string | undefined;
  readonly bytes: Buffer;
  readonly retryAfterSeconds: number | null;
}

async function toFile(response: IncomingMessage, _url: URL, _options: FetchOptions, maxBytes: number) {
  const bytes = await readBytes(response, maxBytes);
  const { statusCode: status = 0, headers } = response;
  const retryAfterSeconds = parseRetryAfter(response);
  return { kind: "file", status, type: headers["content-type"], bytes, retryAfterSeconds } as const;
}

/** Fetches a file, within the same limits and from the same addresses as a page. */
export function fetchFile(url: string, options: FetchOptions): Promise<FetchedFile | FetchFailure> {
  return fetchSafely(url, options, toFile);
}

/** The page in a file; null if it is of another type. */
export function pageInFile({ type, bytes }: FetchedFile): string | null {
  return isPageType(type) ? dropTornEnd(decodePage(bytes, type)) : null;
}

export interface FileRequest {
  readonly maxBytes: number;
  /** The `Accept` header. */
  readonly accept: string;
}

export type FileVisitor = (url: string, request: FileRequest) => Promise<FetchedFile | FetchFailure>;
