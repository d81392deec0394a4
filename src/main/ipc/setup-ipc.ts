import { type IpcMainInvokeEvent, ipcMain, type WebFrameMain } from "electron";
import type { z } from "zod";
import type { CallResult, OperationName } from "../../shared/calls.js";
import { type InvokeChannel, type InvokeResults, invokeChannels } from "../../shared/ipc.js";
import { badCall } from "../engine-host/call-failure.js";
import type { Log } from "../shell/log.js";
import type { Page } from "../shell/page.js";
import type { AppWindow } from "../shell/window.js";
import { isTrusted } from "./sender.js";

type Results = InvokeResults & { "engine:call": CallResult<OperationName> };
type Arguments<C extends InvokeChannel> = z.output<(typeof invokeChannels)[C]>;

/** One answer a channel; the compiler asks for every channel of the map. */
export type Handlers = {
  readonly [C in InvokeChannel]: (...args: Arguments<C>) => Results[C] | Promise<Results[C]>;
};

export interface IpcOptions {
  readonly page: Page;
  readonly window: AppWindow;
  readonly handlers: Handlers;
  readonly log: Log;
}

/** The choke point: every message from the window is checked here, sender first, then shape. */
export function setupIpc({ page, window, handlers, log }: IpcOptions): void {
  for (const channel of Object.keys(invokeChannels) as InvokeChannel[]) {
    ipcMain.handle(channel, async (event, ...args: unknown[]) => {
      if (!isTrusted(senderOf(event, window), page)) {
        log(`Refused ${channel} from ${event.senderFrame?.url ?? "a frame that is gone"}`);
        throw new Error("This page may not call Tidemark.");
      }
      return answer(channel, handlers, args);
    });
  }
}

async function answer<C extends InvokeChannel>(channel: C, handlers: Handlers, args: unknown[]) {
  const parsed = invokeChannels[channel].safeParse(args);
  if (parsed.success) return handlers[channel](...(parsed.data as Arguments<C>));
  const message = `The call ${channel} does not have the expected form.`;
  // Calls promise an answer, never an exception.
  if (channel === "engine:call") return badCall(message);
  throw new Error(message);
}

function senderOf(event: IpcMainInvokeEvent, window: AppWindow) {
  // Electron's types before 35 leave out that a frame may be gone.
  const frame: WebFrameMain | null = event.senderFrame;
  return {
    isOwnWindow: event.sender === window.current?.webContents,
    url: frame?.url ?? null,
    isMainFrame: frame !== null && frame.parent === null,
  };
}
