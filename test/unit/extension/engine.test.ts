import { beforeEach, expect, it, vi } from "vitest";
import type { PairingAnswer } from "../../../src/shared/app/extension.js";

/** What the engines on this computer answer about the key, by their ports. */
let engines: Record<number, PairingAnswer>;
const asked: string[] = [];

beforeEach(() => {
  vi.resetModules();
  asked.length = 0;
  const storage: Record<string, unknown> = {};
  vi.stubGlobal("chrome", {
    runtime: { getManifest: () => ({ version: "0.10.0" }) },
    storage: {
      local: { get: async () => storage, set: async (values: object) => Object.assign(storage, values) },
    },
  });
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    const engine = engines[Number(new URL(address).port)];
    if (engine === undefined) throw new TypeError("Failed to fetch");
    if (JSON.parse(body).is_new !== false) asked.push(address);
    return Response.json(engine);
  });
});

function load() {
  return import("../../../src/extension/engine.js");
}

it("asks the engine on the first port to pair, unless another one was asked already", async () => {
  const { pair } = await load();
  engines = { 47115: { state: "unknown" }, 47116: { state: "unknown" } };
  await pair("Chromium");
  expect(asked).toEqual(["http://127.0.0.1:47115/app/v1/pair"]);
  const waiting = { state: "waiting", code: "123 456", seconds_left: 60 } as const;
  engines = { 47115: { state: "unknown" }, 47116: waiting };
  expect(await pair("Chromium")).toEqual({ ok: true, data: waiting });
});

it.each([
  ["the extension", "0.11.0", true],
  ["the engine", "0.9.1", false],
])("finds that %s is older", async (_which, engine, isExtension) => {
  const { call, olderSide } = await load();
  engines = { 47115: { state: "unknown", version: engine }, 47117: { state: "unknown", version: "0.10.0" } };
  await call("watch.rows", { product_keys: [] });
  expect(olderSide()).toEqual({ extension: "0.10.0", engine, isExtension });
});

it.each([["0.10.0"], [undefined]])("has nothing to say of an engine of version %s", async (version) => {
  const { call, olderSide } = await load();
  engines = { 47115: { state: "unknown", ...(version !== undefined && { version }) } };
  await call("watch.rows", { product_keys: [] });
  expect(olderSide()).toBeNull();
});
