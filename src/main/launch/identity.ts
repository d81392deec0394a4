import { app } from "electron";

/** Must match the packages' `appId` (scripts/lib/package/release.mjs). */
const appId = "app.tidemark.desktop";

/** Windows shows notifications and groups windows by the app id that the installer registered. */
export function setupIdentity(): void {
  if (process.platform === "win32") app.setAppUserModelId(appId);
}
