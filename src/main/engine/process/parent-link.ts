import type { EngineReply, EngineRequest } from "../../../shared/engine-process.js";

/** The connection to the app's main process. */
export interface ParentLink {
  send(reply: EngineReply): void;
  onMessage(listener: (request: EngineRequest) => void): void;
  /** Registers a listener for the end of the app. */
  onClose(listener: () => void): void;
}

/** Electron gives utility processes a port to the main process. */
interface UtilityProcess {
  readonly parentPort: {
    postMessage(message: unknown): void;
    on(event: "message", listener: (event: { data: unknown }) => void): void;
    on(event: "close", listener: () => void): void;
  };
}

/** Messages come from our own main process, so their shape is trusted; their content is validated where it is used. */
export function connectParent(): ParentLink {
  const port = (process as NodeJS.Process & UtilityProcess).parentPort;
  return {
    send: (reply) => port.postMessage(reply),
    onMessage: (listener) => port.on("message", ({ data }) => listener(data as EngineRequest)),
    onClose: (listener) => port.on("close", listener),
  };
}
