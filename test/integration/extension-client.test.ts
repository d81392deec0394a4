import { beforeEach, expect, it, vi } from "vitest";
import { refusals } from "../../src/shared/texts/de/refusals.js";
import { refusalText } from "../../src/shared/texts/refusal.js";
import { HOUR_MS } from "../../src/shared/time.js";
import { openTestEngine, startTestEngine, type TestEngine } from "../support/engine.js";
import { addLink } from "../support/shop.js";

const origin = `chrome-extension://${"abcdefghijklmnop".repeat(2)}`;
const url = "https://lanterns.example/p/400";
const html = `<h1>Lantern</h1><p class=price>49.90 €</p><button>Add to cart</button>`;

/** What the extension has stored, and what its button shows. */
let storage: Record<string, unknown>;
let marks: string[];
/** The addresses to which the extension's key was sent. */
let keyed: Set<string>;

beforeEach(() => {
  [storage, marks, keyed] = [{}, [], new Set()];
  vi.stubGlobal("chrome", {
    storage: {
      local: {
        get: async () => ({ ...storage }),
        set: async (values: object) => void Object.assign(storage, values),
        remove: async (names: string[]) => {
          for (const name of names) delete storage[name];
        },
      },
    },
    action: {
      setBadgeText: async ({ text }: { text: string }) => void marks.push(text),
      setTitle: async () => undefined,
    },
  });
  const fetchFrom = globalThis.fetch;
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    const headers = { ...init.headers, Origin: origin } as Record<string, string>;
    if (headers.Authorization !== undefined) keyed.add(new URL(address).origin);
    return fetchFrom(address, { ...init, headers });
  });
  return () => vi.unstubAllGlobals();
});

/** The extension as a browser starts it, for the popup or in the background. */
async function open() {
  vi.resetModules();
  const client = await import("../../src/extension/engine.js");
  const { watchLink } = await import("../../src/extension/watch-link.js");
  return { ...client, watchLink, look: () => client.call("watch.rows", { product_keys: [] }) };
}

async function openEngine(start = openTestEngine): Promise<TestEngine> {
  const engine = await start();
  storage.port = engine.port();
  return engine;
}

async function connect(engine: TestEngine, client?: Awaited<ReturnType<typeof open>>) {
  const asked = await (client ?? (await open())).pair("Chromium");
  if (!asked.ok || asked.data.state !== "waiting") throw new Error("There is no code.");
  await engine.data("pairings.confirm", { pairing: asked.data.code });
}

it("resumes a pairing with the code that it has shown, and confirms that one", async () => {
  const engine = await openEngine();
  const asked = await (await open()).pair("Chromium");
  expect(asked).toMatchObject({ data: { state: "waiting" } });
  const pairing = asked.ok ? asked.data : null;
  expect(await (await open()).look()).toEqual({
    ok: false,
    failure: { kind: "unpaired", pairing, isOther: false },
  });
  await engine.data("pairings.confirm", { pairing: asked.ok && "code" in asked.data ? asked.data.code : "" });
  expect(await (await open()).look()).toMatchObject({ ok: true });
});

it("keeps to the engine that has paired it while another one answers, to which it sends no key", async () => {
  const engine = await openEngine();
  await connect(engine);
  expect(await (await open()).look()).toMatchObject({ ok: true });
  const other = await openEngine();
  const isOther = { ok: false, failure: { kind: "unpaired", isOther: true } };
  expect(await (await open()).look()).toMatchObject(isOther);
  storage.port = engine.port();
  expect(await (await open()).look()).toMatchObject({ ok: true });
  expect([...keyed]).toEqual([engine.origin()]);
  expect(other.events.some((event) => event.kind === "changed" && event.dataKind === "pairings")).toBe(false);
});

it("asks only the server that the user has entered", async () => {
  const [server, local] = [await startTestEngine(), await openEngine()];
  await connect(local);
  await (await open()).renewKey(server.origin());
  await connect(server);
  expect(await (await open()).look()).toMatchObject({ ok: true });
  await server.stop();
  expect(await (await open()).look()).toEqual({ ok: false, failure: { kind: "away" } });
  expect([...keyed]).toEqual([server.origin()]);
});

it("finds its engine again after a restart at another port, within a session", async () => {
  const engine = await openEngine();
  await connect(engine);
  const { look } = await open();
  expect(await look()).toMatchObject({ ok: true });
  await engine.restart();
  storage.port = engine.port();
  expect(await look()).toMatchObject({ ok: true });
});

/** The listeners of the background, by their events, in a browser whose tab shows a page of the shop. */
async function openBackground(shown: string): Promise<Record<string, (...args: never[]) => unknown>> {
  const listeners: Record<string, (...args: never[]) => unknown> = {};
  const event = (name: string) => ({
    addListener: (listener: (...args: never[]) => unknown) => {
      listeners[name] = listener;
    },
  });
  Object.assign(globalThis.chrome, {
    tabs: { onUpdated: event("updated"), query: async () => [{ id: 1, url, incognito: false }] },
    permissions: { onAdded: event("agreed"), contains: async () => true },
    runtime: { onInstalled: event("installed"), onMessage: event("message") },
    contextMenus: { onClicked: event("menu"), create: () => undefined },
    scripting: { executeScript: async () => [{ result: { url, html: shown } }] },
  });
  await open();
  await import("../../src/extension/background.js");
  return listeners;
}

it("records the page that stands there as soon as the user has agreed to its shop", async () => {
  const engine = await openEngine();
  await connect(engine);
  const added = await addLink(engine, url, { html });
  engine.clock.advance(HOUR_MS);
  const { agreed } = await openBackground(html.replace("49.90", "44.90"));
  await agreed?.({ origins: ["https://lanterns.example/*"] } as never);
  const keys = { product_keys: [added.product_key] };
  expect((await engine.data("watch.rows", keys)).rows).toMatchObject([{ best: { price: 44.9 } }]);
});

it("marks a watched product on its button, also where its page has no price now", async () => {
  const engine = await openEngine();
  await connect(engine);
  await addLink(engine, url, { html });
  const { agreed } = await openBackground("<h1>Lantern</h1>");
  await agreed?.({ origins: ["https://lanterns.example/*"] } as never);
  expect(marks).toEqual(["✓"]);
});

it("says on its button what became of a link", async () => {
  const engine = await openEngine();
  await (await open()).watchLink(url, 1);
  await connect(engine);
  const { watchLink } = await open();
  await addLink(engine, url, { html });
  await watchLink(url, 1);
  await watchLink("http://127.0.0.1/p/400", 1);
  expect(marks).toEqual(["…", "!", "…", "✓", "…", "?"]);
});

it("the extension says in the reader's language why the engine refuses something", async () => {
  vi.stubGlobal("navigator", { ...navigator, languages: ["de-DE"], language: "de-DE" });
  const client = await open();
  // With the same modules as the extension: what the engine loads later must know its errors.
  const { openTestEngine } = await import("../support/engine.js");
  await connect(await openEngine(openTestEngine), client);
  const message = refusalText({ kind: "tooLong", values: [4_096] }, refusals).title;
  const links = [{ text: url.padEnd(4_097, "x") }];
  const failure = { kind: "refused", message };
  expect(await client.call("links.add", { links })).toEqual({ ok: false, failure });
});
