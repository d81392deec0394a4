/**
 * Makes the page readable without a connection: keeps the files of the page, and the last answers of what was read. It is
 * one file without imports, because browsers run it beside the page.
 */

/** Filled in by the build. */
declare const SHELL_FILES: readonly string[];
declare const SHELL_VERSION: string;
declare const SAVED_OPERATIONS: readonly string[];

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Lasting {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface WorkerScope {
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
  addEventListener(type: "install" | "activate", listener: (event: Lasting) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
}
const scope = self as unknown as WorkerScope;

const shellCache = `shell ${SHELL_VERSION}`;
const seenCache = "seen 1";
const savedHeader = "x-tidemark-saved";
const sizeHeader = "x-tidemark-bytes";
const maxBytes = 40_000_000;
const maxAnswerBytes = 5_000_000;
/** Away from home, a private address does not refuse a connection: it never answers. */
const patienceMs = 4_000;

scope.addEventListener("install", (event) => event.waitUntil(saveShell()));
scope.addEventListener("activate", (event) => event.waitUntil(replaceOlder()));
scope.addEventListener("fetch", (event) => {
  const response = respond(event);
  if (response !== null) event.respondWith(response);
});

async function saveShell(): Promise<void> {
  const cache = await caches.open(shellCache);
  await cache.addAll(["/", ...SHELL_FILES]);
}

/** Browsers wait for pages of the older version to close, so nothing that they still load is deleted. */
async function replaceOlder(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name !== shellCache && name !== seenCache).map((name) => caches.delete(name)),
  );
  await scope.clients.claim();
}

/** Null for what the browser fetches by itself. */
function respond(event: Fetching): Promise<Response> | null {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== scope.location.origin) return null;
  const later = (work: Promise<unknown>) => event.waitUntil(work);
  if (request.mode === "navigate") return page(request);
  if (request.method === "GET" && SHELL_FILES.includes(pathname)) return fromShell(request, pathname);
  if (request.method === "GET" && pathname.startsWith("/pictures/")) return picture(request, later);
  if (pathname === "/web/session") return seen(request, "/web/session", later);
  const operation = pathname.startsWith("/app/v1/") ? pathname.slice("/app/v1/".length) : "";
  return SAVED_OPERATIONS.includes(operation) ? read(request, operation, later) : null;
}

/** Rejects as if offline if a proxy answers in place of the server, whose own errors are JSON. */
async function fetchFromServer(request: Request): Promise<Response> {
  const response = await fetch(request);
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  if (response.status >= 502 && !isJson) throw new TypeError(`A proxy answered ${response.status}.`);
  return response;
}

type Later = (work: Promise<unknown>) => void;

function afterPatience(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), patienceMs));
}

/** The page's own version, as long as the server can be reached; a newer one comes with it. */
async function page(request: Request): Promise<Response> {
  const saved = await caches.match("/", { cacheName: shellCache });
  const fetched = fetchFromServer(request).catch(() => null);
  const current = saved === undefined ? await fetched : await Promise.race([fetched, afterPatience()]);
  return current ?? saved ?? Response.error();
}

async function fromShell(request: Request, pathname: string): Promise<Response> {
  return (await caches.match(pathname, { cacheName: shellCache })) ?? fetch(request);
}

/** The address of a picture names its content. */
async function picture(request: Request, later: Later): Promise<Response> {
  const saved = await caches.match(request.url, { cacheName: seenCache });
  return saved ?? network(request, request.url, later);
}

async function read(request: Request, operation: string, later: Later): Promise<Response> {
  const body = new TextEncoder().encode(await request.clone().text());
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return seen(request, `/seen/${operation}/${hex}`, later);
}

/** The server's answer, or else what was seen last. */
async function seen(request: Request, key: string, later: Later): Promise<Response> {
  const saved = await caches.match(key, { cacheName: seenCache });
  const fetched = network(request, key, later).catch(() => null);
  const current = saved === undefined ? await fetched : await Promise.race([fetched, afterPatience()]);
  return current ?? saved ?? new Response("", { status: 504 });
}

/** Counts what makes the saved answers invalid, so that an answer under way is not saved afterwards. */
let departures = 0;

async function network(request: Request, key: string, later: Later): Promise<Response> {
  const before = departures;
  const response = await fetchFromServer(request);
  if (response.status === 401) await forget();
  else if (response.ok) later(save(key, response.clone(), before));
  return response;
}

async function forget(): Promise<void> {
  departures++;
  await caches.delete(seenCache);
}

async function save(key: string, response: Response, before: number): Promise<void> {
  const body = await response.blob();
  if (body.size > maxAnswerBytes) return;
  const headers = new Headers(response.headers);
  headers.set(savedHeader, String(Date.now()));
  headers.set(sizeHeader, String(body.size));
  const cache = await caches.open(seenCache);
  // Keys are listed in the order of their first put, so that the oldest are first.
  await cache.delete(key);
  await cache.put(key, new Response(body, { headers }));
  if (before !== departures) return void (await caches.delete(seenCache));
  untrimmed += body.size;
  if (untrimmed >= trimBytes) await trim(cache);
}

/** All answers are listed for a trim, so small ones share it. */
const trimBytes = 2_000_000;
/** Saved since the last trim. A browser may have stopped the worker since the answers before. */
let untrimmed = trimBytes;

/** Deletes the oldest answers beyond the limit. */
async function trim(cache: Cache): Promise<void> {
  untrimmed = 0;
  const keys = [...(await cache.keys())].reverse();
  let total = 0;
  for (const key of keys) {
    total += Number((await cache.match(key))?.headers.get(sizeHeader) ?? 0);
    if (total > maxBytes) await cache.delete(key);
  }
}

export {};
