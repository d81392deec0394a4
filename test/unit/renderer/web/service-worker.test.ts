import { beforeEach, expect, it, vi } from "vitest";
import { savedOperations } from "../../../../src/shared/app/device-access.js";

const origin = "https://tidemark.example";

/** Cache Storage as browsers have it: in the order of the first put, with responses that can be read again. */
function createCaches() {
  const all = new Map<string, Map<string, Response>>();
  const keyOf = (request: string | { readonly url: string }) =>
    new URL(typeof request === "string" ? request : request.url, origin).href;
  const match = (entries: Map<string, Response> | undefined, request: string | { readonly url: string }) =>
    Promise.resolve(entries?.get(keyOf(request))?.clone());
  const open = async (name: string) => {
    const entries = all.get(name) ?? new Map<string, Response>();
    all.set(name, entries);
    return {
      match: (request: string | { readonly url: string }) => match(entries, request),
      put: async (request: string, response: Response) => void entries.set(keyOf(request), response),
      delete: async (request: string | { readonly url: string }) => entries.delete(keyOf(request)),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      addAll: async (paths: readonly string[]) => {
        for (const path of paths) entries.set(keyOf(path), new Response(path));
      },
    };
  };
  return {
    open,
    all,
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: (request: string, { cacheName }: { readonly cacheName: string }) =>
      match(all.get(cacheName), request),
  };
}

type Listener = (event: Record<string, unknown>) => void;
const listeners = new Map<string, Listener>();
let caches: ReturnType<typeof createCaches>;
let answer: (request: Request) => Promise<Response>;

beforeEach(async () => {
  vi.resetModules();
  caches = createCaches();
  vi.stubGlobal("self", {
    clients: { claim: async () => undefined },
    location: new URL(origin),
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  });
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("fetch", (request: Request) => answer(request));
  vi.stubGlobal("SHELL_FILES", ["/assets/index-2.js"]);
  vi.stubGlobal("SHELL_VERSION", "2");
  vi.stubGlobal("SAVED_OPERATIONS", savedOperations);
  await import("../../../../src/renderer/web/service-worker.js");
});

/** Sends an event, and waits for all that it started. Returns the response; undefined if the browser fetches by itself. */
async function dispatch(type: string, event: Record<string, unknown> = {}): Promise<Response | undefined> {
  const work: Promise<unknown>[] = [];
  let response: Promise<Response> | undefined;
  listeners.get(type)?.({
    ...event,
    waitUntil: (started: Promise<unknown>) => work.push(started),
    respondWith: (made: Promise<Response>) => {
      response = made;
    },
  });
  const settled = await response;
  await Promise.all(work);
  return settled;
}

function call(operation: string, input: unknown): Promise<Response | undefined> {
  const request = new Request(`${origin}/app/v1/${operation}`, {
    method: "POST",
    body: JSON.stringify(input),
  });
  return dispatch("fetch", { request });
}

const away = () => Promise.reject(new TypeError("Failed to fetch"));

it("answers a call from what was seen while the server is away, for the same input only", async () => {
  answer = async () => new Response("seen");
  await call("watch.rows", { product_keys: ["a"] });
  answer = away;
  expect(await (await call("watch.rows", { product_keys: ["a"] }))?.text()).toBe("seen");
  expect((await call("watch.rows", { product_keys: ["b"] }))?.status).toBe(504);
});

it.each([502, 503, 504])("answers from what was seen while a proxy has only its own %s", async (status) => {
  await dispatch("install");
  answer = async () => new Response("seen");
  await call("tags.list", {});
  answer = async () => new Response("<h1>Bad gateway</h1>", { status });
  expect(await (await call("tags.list", {}))?.text()).toBe("seen");
  const request = { url: `${origin}/`, mode: "navigate" };
  expect(await (await dispatch("fetch", { request }))?.text()).toBe("/");
  answer = async () => Response.json({ message: "Busy" }, { status });
  expect((await call("tags.list", {}))?.status).toBe(status);
});

it("leaves calls that change something to the browser", async () => {
  answer = away;
  for (const operation of ["watch.stop", "links.add", "history.fetch", "paying.count", "sample.load"])
    expect(await call(operation, {}), operation).toBeUndefined();
});

it("replaces the files of an older version, and keeps what was seen", async () => {
  const older = await caches.open("shell 1");
  await older.addAll(["/", "/assets/index-1.js"]);
  answer = async () => new Response("seen");
  await call("tags.list", {});
  await dispatch("install");
  await dispatch("activate");
  expect([...caches.all.keys()]).toEqual(["seen 1", "shell 2"]);
  answer = away;
  const request = new Request(`${origin}/assets/index-2.js`);
  expect(await (await dispatch("fetch", { request }))?.text()).toBe("/assets/index-2.js");
  expect(await (await call("tags.list", {}))?.text()).toBe("seen");
});

it("saves about 40 MB of answers, the latest, and none above 5 MB", async () => {
  const sizeOf = { large: 5_000_001, usual: 4_500_000 };
  const see = (name: string, size: number) => {
    answer = async () => new Response(new Uint8Array(size));
    return call("watch.rows", { product_keys: [name] });
  };
  await see("large", sizeOf.large);
  for (let index = 0; index < 12; index++) await see(`usual ${index}`, sizeOf.usual);
  expect(caches.all.get("seen 1")?.size).toBe(8);
  answer = away;
  expect((await call("watch.rows", { product_keys: ["usual 11"] }))?.status).toBe(200);
  for (const name of ["large", "usual 3"])
    expect((await call("watch.rows", { product_keys: [name] }))?.status, name).toBe(504);
});

it("forgets what was seen once the device is no longer paired, also an answer under way", async () => {
  answer = async () => new Response("seen");
  await call("tags.list", {});
  let finish: (response: Response) => void = () => undefined;
  let underWay: ReturnType<typeof call> | undefined;
  await new Promise<void>((asked) => {
    answer = () => {
      asked();
      return new Promise((resolve) => {
        finish = resolve;
      });
    };
    underWay = call("watch.rows", { product_keys: [] });
  });
  answer = async () => new Response("", { status: 401 });
  await call("tags.list", {});
  finish(new Response("late"));
  await underWay;
  expect([...caches.all.keys()]).toEqual([]);
});
