import { type IpcMainInvokeEvent, ipcMain, type WebFrameMain } from "electron";
import { type InvokeArgs, type InvokeChannel, type InvokeResult, invokeChannels } from "../../shared/ipc.js";
import { invalidCall } from "../engine-host/call-failure.js";
import type { Folders } from "../launch/folders.js";
import { launchMessage } from "../launch/launch-options.js";
import { print } from "../launch/log.js";
import { isTrusted, type Page } from "../window/page.js";
import type { Shell } from "../window/shell.js";

/** One handler per channel; a missing one is a compile error. */
export type Handlers = {
  readonly [C in InvokeChannel]: (...args: InvokeArgs<C>) => InvokeResult<C> | Promise<InvokeResult<C>>;
};

/** The only way in from the window: verifies each message's sender, then validates its arguments. */
export function setupIpc({ window, log }: Shell, page: Page, handlers: Handlers): void {
  for (const channel of Object.keys(invokeChannels) as InvokeChannel[]) {
    ipcMain.handle(channel, async (event, ...args: unknown[]) => {
      if (!isTrusted(describeSender(event, window), page)) {
        log(`Rejected ${channel} from ${event.senderFrame?.url ?? "a closed frame"}`);
        throw new Error("This page may not call Tidemark.");
      }
      return handleMessage(channel, handlers, args);
    });
  }
}

async function handleMessage<C extends InvokeChannel>(channel: C, handlers: Handlers, args: unknown[]) {
  const parsed = invokeChannels[channel].args.safeParse(args);
  if (parsed.success) return handlers[channel](...(parsed.data as InvokeArgs<C>));
  const message = `The arguments of ${channel} are invalid.`;
  // Engine calls report expected failures as values and never reject.
  if (channel === "engine:call") return invalidCall(message);
  throw new Error(message);
}

function describeSender(event: IpcMainInvokeEvent, window: Shell["window"]) {
  // Null for a closed frame, which Electron's types before version 35 omit.
  const frame: WebFrameMain | null = event.senderFrame;
  return {
    isOwnWindow: event.sender === window.current?.webContents,
    url: frame?.url ?? null,
    isMainFrame: frame !== null && frame.parent === null,
  };
}

/** Pushes engine events and changed settings to the window, and prints the API's address to the terminal once. */
export function forwardEvents({ engine, settings, window }: Shell, { data }: Folders): void {
  let hasPrinted = false;
  engine.onStatus((status) => {
    window.push("engine:status-changed", status);
    const message = hasPrinted ? null : launchMessage(status, data);
    if (message) print(message);
    hasPrinted ||= message !== null;
  });
  engine.onEvent((event) => {
    // The shopper has just clicked in the browser, and must compare two codes.
    if (event.kind === "changed" && event.dataKind === "pairings") window.show();
    window.push("engine:event", event);
  });
  settings.onChange((changed) => window.push("settings:changed", changed));
}
