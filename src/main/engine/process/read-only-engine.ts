import { dirname } from "node:path";
import { closeStore } from "../db/open.js";
import { callOperation } from "./call.js";
import { createCommandContext, type Engine, type EngineOptions } from "./engine.js";
import { createHostCalls } from "./host-calls.js";
import { openUnchanged } from "./open-to-read.js";

/**
 * An engine for a folder in which nothing can be written: it shows the data and exports it, but serves no API, checks no
 * prices, and refuses changes. Throws `StorageError` if there is no data that can be read.
 */
export function startReadOnlyEngine(options: EngineOptions): Engine {
  const { dataFolder } = options;
  const db = openUnchanged(dataFolder);
  const context = createCommandContext(options, db);
  // A task on a file opens the data once more: the copy, if that is what could be opened.
  const readFolder = dirname(db.connection.name);
  const hostCalls = createHostCalls({ ...context, dataFolder: readFolder }, () => undefined);
  return {
    baseUrl: "",
    dataFolder,
    call: (operation, input) => callOperation(context, operation, input),
    callHost: hostCalls.call,
    webStatus: () => context.web.status(),
    createRunKey: () => {
      throw new Error("A read-only engine has no API.");
    },
    wake: () => undefined,
    releaseMemory: () => undefined,
    stop: async () => {
      await hostCalls.stop();
      closeStore(db);
    },
  };
}
