import type { EngineReply, EngineRequest } from "../../../shared/engine-process.js";

/** The message channel to the process that started this one. */
export interface ParentLink {
  send(reply: EngineReply): void;
  onMessage(listener: (request: EngineRequest) => void): void;
  onClose(listener: () => void): void;
  close(): void;
}

/** Electron's utility processes have a port to their parent; plain Node has no such property. */
interface UtilityPort {
  postMessage(message: unknown): void;
  on(event: "message", listener: (event: { data: unknown }) => void): void;
  on(event: "close", listener: () => void): void;
}

function utilityPort(): UtilityPort | undefined {
  return (process as NodeJS.Process & { parentPort?: UtilityPort }).parentPort;
}

/** Messages come from our own main process, so their shape is trusted; operation inputs are validated later. */
export function connectParent(): ParentLink {
  const port = utilityPort();
  if (port !== undefined)
    return {
      send: (reply) => port.postMessage(reply),
      onMessage: (listener) => port.on("message", ({ data }) => listener(data as EngineRequest)),
      onClose: (listener) => port.on("close", listener),
      close: () => undefined,
    };
  return {
    // If the app has just ended, a failed send must not stop the engine before it records the work in progress.
    send: (reply) => void (process.connected && process.send?.(reply, undefined, undefined, () => undefined)),
    onMessage: (listener) => process.on("message", (message) => listener(message as EngineRequest)),
    onClose: (listener) => process.on("disconnect", listener),
    close: () => {
      if (process.connected) process.disconnect();
    },
  };
}
