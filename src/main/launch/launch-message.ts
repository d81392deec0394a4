import type { EngineStatus } from "../../shared/ipc.js";

/** The message printed to the terminal once the engine is ready or has stopped; `null` before that. */
export function launchMessage(status: EngineStatus, dataFolder: string): string | null {
  const dataHint = `Data folder: ${dataFolder}`;
  const screenshotHint = "To save a screenshot of the window: --screenshot FILE";
  if (status.state === "ready")
    return [`The API is available at ${status.baseUrl}`, dataHint, screenshotHint].join("\n");
  if (status.state === "stopped")
    return [`${status.message} ${status.action}`, dataHint, screenshotHint].join("\n");
  return null;
}
