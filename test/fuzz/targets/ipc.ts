import fc from "fast-check";
import { createHandlers } from "../../../src/main/ipc/handlers.js";
import { type IpcOptions, setupIpc } from "../../../src/main/ipc/setup-ipc.js";
import { defaultSettings } from "../../../src/main/settings/app-settings.js";
import { setupSettings } from "../../../src/main/settings/settings.js";
import { resolvePage } from "../../../src/main/window/page.js";
import { scratchFolder } from "../../support/disk.js";
import { ipcHandlers } from "../../support/electron-stub.js";
import { checkEffects, checkIpcReply, type Effect, type Reply } from "../oracles/message.js";
import type { OpenTarget, Target } from "../runner/target.js";
import { FuzzedEngine } from "../support/engine.js";
import { type IpcCase, ipcCases, type Sender } from "./ipc-cases.js";

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

type Parts = Parameters<typeof createHandlers>[0];

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
    desktop: recording({}),
    pricePicker: { pick: record("pickPrice"), cancel: () => undefined },
    openExternal: record("openExternal"),
    showDataFolder: record("showDataFolder"),
    onPageReady: record("onPageReady"),
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

async function open(): Promise<OpenTarget> {
  const engine = await FuzzedEngine.start();
  const folder = scratchFolder("fuzz");
  const settings = setupSettings(folder.path, () => undefined);
  const effects: Effect[] = [];
  const call = engine.call.bind(engine);
  const parts = { ...recordingParts(effects), call, settings } as unknown as Parts;
  const window = { current: { webContents: ownContents } };
  ipcHandlers.clear();
  setupIpc({
    page: resolvePage(undefined, true),
    window: window as unknown as IpcOptions["window"],
    handlers: createHandlers(parts),
    log: () => undefined,
  });
  settings.update(defaultSettings);
  return {
    property: fc.asyncProperty(ipcCases, async (value) => {
      effects.length = 0;
      checkIpcReply(value, await send(value));
      checkEffects(effects, settings.get());
    }),
    finish: () => engine.findErrors(),
    close: async () => {
      await engine.close();
      folder.remove();
    },
  };
}

export const ipc: Target = {
  name: "ipc",
  input: "messages of the window to main: channels, arguments, senders",
  casesPerMillion: 150_000,
  timeoutMs: 60_000,
  open,
};
