import type { EngineStatus } from "../../shared/ipc.js";

/** What a start prints as soon as the engine has answered; `null` while there is nothing to say yet. */
export function launchMessage(status: EngineStatus, dataFolder: string): string | null {
  const data = `Data folder: ${dataFolder}`;
  const look = "For a picture of the window: --screenshot FILE";
  if (status.state === "ready") return [`The API answers at ${status.baseUrl}`, data, look].join("\n");
  if (status.state === "stopped") return [`${status.message} ${status.action}`, data, look].join("\n");
  return null;
}
