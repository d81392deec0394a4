import fc from "fast-check";
import { expect, it } from "vitest";
import { createHandlers } from "../../src/main/ipc/handlers.js";
import { setupIpc } from "../../src/main/ipc/setup-ipc.js";
import { defaultSettings } from "../../src/main/settings/app-settings.js";
import { setupSettings } from "../../src/main/settings/settings.js";
import { resolvePage } from "../../src/main/window/page.js";
import { ipcHandlers } from "../support/electron-stub.js";
import { temporaryFolder } from "../support/folder.js";
import { type IpcCase, ipcCases, type Sender } from "./inputs/ipc-cases.js";
import { checkEffects, checkIpcReply, type Effect, type Reply } from "./oracles/message.js";
import { checkCases } from "./support/check-cases.js";
import { startFuzzedEngine } from "./support/engine.js";

const pageUrl = "app://tidemark/index.html";
const ownContents = { id: 1 };
const mainFrame = { url: pageUrl, parent: null };

/** The fields of Electron's event that main reads. */
function toEvent(sender: Sender): unknown {
  switch (sender.kind) {
    case "own":
      return { sender: ownContents, senderFrame: mainFrame };
    case "fragment":
      return { sender: ownContents, senderFrame: { ...mainFrame, url: `${pageUrl}#/deals` } };
    case "other-window":
      return { sender: { id: 1 }, senderFrame: mainFrame };
    case "inner-frame":
      return { sender: ownContents, senderFrame: { url: pageUrl, parent: mainFrame } };
    case "destroyed":
      return { sender: ownContents, senderFrame: null };
    case "other-page":
      return { sender: ownContents, senderFrame: { url: sender.url, parent: null } };
  }
}

/** Stands in for the desktop and other parts of the app, and records calls to them. */
function recordingParts(effects: Effect[]) {
  const record = (name: string) => (value?: unknown) => {
    effects.push({ name, value });
    return Promise.resolve(null);
  };
  /** An object in which every missing property is a recording function. */
  const recording = (base: object) =>
    new Proxy(base, {
      get: (own, name) => Reflect.get(own, name) ?? (typeof name === "string" ? record(name) : undefined),
    });
  return {
    engine: recording({ status: { state: "starting" } }),
    window: recording({ current: { webContents: ownContents } }),
    desktop: recording({}),
    pricePicker: { pick: record("pickPrice"), cancel: () => undefined },
    openExternal: record("openExternal"),
    showDataFolder: record("showDataFolder"),
    data: recording({ job: null }),
    updates: recording({ state: { state: "unavailable" } }),
  };
}

async function send({ channel, sender, args }: IpcCase): Promise<Reply> {
  const handle = ipcHandlers.get(channel);
  if (handle === undefined) return { kind: "unknown-channel" };
  try {
    return { kind: "result", value: await handle(toEvent(sender), ...args) };
  } catch (error) {
    return { kind: "error", message: error instanceof Error ? error.message : String(error) };
  }
}

it("main answers every message of the window's, and refuses those of others", async () => {
  const engine = await startFuzzedEngine();
  const settings = setupSettings(temporaryFolder(), () => undefined);
  const effects: Effect[] = [];
  const parts = { ...recordingParts(effects), call: engine.call, settings, log: () => undefined };
  const shell = parts as unknown as Parameters<typeof createHandlers>[0];
  const handlers = createHandlers(shell, parts as unknown as Parameters<typeof createHandlers>[1]);
  setupIpc(shell, resolvePage(undefined, true), handlers);
  settings.update(defaultSettings);
  const property = fc.asyncProperty(ipcCases, async (value) => {
    effects.length = 0;
    checkIpcReply(value, await send(value));
    checkEffects(effects, settings.get());
  });
  await checkCases(property, { cases: 4_000 });
  expect(engine.findErrors()).toEqual([]);
});
