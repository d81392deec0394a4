import { createHandlers } from "../../../src/main/ipc/handlers.js";
import { type IpcOptions, setupIpc } from "../../../src/main/ipc/setup-ipc.js";
import { defaultSettings } from "../../../src/main/settings/app-settings.js";
import { setupSettings } from "../../../src/main/settings/settings.js";
import { resolvePage } from "../../../src/main/window/page.js";
import type { CallResult, OperationName } from "../../../src/shared/calls.js";
import { scratchFolder } from "../../support/disk.js";
import { type Effects, judgeEffects, judgeMessage, type Reply } from "../judges/message.js";
import { defineTarget } from "../machinery/define-target.js";
import type { Subject } from "../machinery/target.js";
import { handled } from "../support/electron.js";
import { FuzzedEngine } from "../support/engine.js";
import { restingCaller } from "./calls.js";
import { type IpcCase, ipcCases } from "./ipc-cases.js";
import { eventOf, ownContents } from "./ipc-event.js";

type Parts = Parameters<typeof createHandlers>[0];

/** What main would do with the desktop, written down instead. The types are those of Electron's own objects. */
function recordingParts(
  effects: Effects,
  call: (name: OperationName, input: unknown) => Promise<CallResult<OperationName>>,
) {
  const note = (what: string) => (value?: unknown) => {
    effects.push({ what, value });
    return Promise.resolve(null);
  };
  /** Has every function that it is asked for, and notes each call. */
  const noting = (known: object) =>
    new Proxy(known, {
      get: (own, name) => Reflect.get(own, name) ?? (typeof name === "string" ? note(name) : undefined),
    });
  return {
    call,
    engine: noting({ status: { state: "starting" } }),
    desktop: noting({}),
    pickPrice: note("pickPrice"),
    openExternal: note("openExternal"),
    showDataFolder: note("showDataFolder"),
    onPageReady: note("onPageReady"),
    data: noting({ job: null }),
    updates: noting({ state: { state: "unavailable" } }),
  };
}

async function send(value: IpcCase): Promise<Reply> {
  const handle = handled.get(value.channel);
  // Electron refuses it before anybody hears of it.
  if (handle === undefined) return { kind: "unknown" };
  try {
    return { kind: "answer", value: await handle(eventOf(value.sender), ...value.args) };
  } catch (error) {
    return { kind: "refusal", message: error instanceof Error ? error.message : String(error) };
  }
}

async function open(): Promise<Subject<IpcCase>> {
  const engine = await FuzzedEngine.start();
  const folder = scratchFolder("fuzz");
  const settings = setupSettings(folder.path, () => undefined);
  const effects: Effects = [];
  const parts = { ...recordingParts(effects, restingCaller(engine)), settings } as unknown as Parts;
  const window = { current: { webContents: ownContents } };
  handled.clear();
  setupIpc({
    page: resolvePage(undefined, true),
    window: window as unknown as IpcOptions["window"],
    handlers: createHandlers(parts),
    log: () => undefined,
  });
  settings.update(defaultSettings);
  return {
    cases: ipcCases,
    judge: async (value) => {
      effects.length = 0;
      judgeMessage(value, await send(value));
      judgeEffects(effects, settings.get());
    },
    finish: () => engine.complaints(),
    close: async () => {
      await engine.close();
      folder.remove();
    },
  };
}

export const ipc = defineTarget({
  name: "ipc",
  what: "messages of the window at the one choke point: channels, shapes, senders",
  share: 150_000,
  deadlineMs: 60_000,
  open,
});
